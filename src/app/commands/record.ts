import { Command, InvalidArgumentError, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { durationFlag } from '#app/flags/duration-flag.ts';
import type { Terminal } from '#app/terminal.ts';
import { asNumber, isBadQuantity, readQuantity } from '#api/quantity.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Record a cluster and its load in a file, to plan on it later and to try policies on it.',
      '',
      'It reads, and changes nothing. The first look takes in what pods used before, as far as Prometheus remembers it;',
      'then it looks again and again, until it is interrupted or --for is over. The same command on the same file goes',
      'on with it, and asks for what was missed. Whatever ends it, the file can be read: docs/recording.md.',
      '',
      'What is kept of objects is what a planner reads of them: no environment variables, no secrets, no configuration',
      'maps, and of annotations those few that say whether a pod may be moved, and ours.',
    ].join('\n'),
    examples: [
      {
        what: 'A working day, and the week before it as far as pods of today go',
        line: `${programName} record shop.ndjson.gz --history 7d --for 24h --prometheus-url http://prometheus:9090`,
      },
      { what: 'What would have been moved at the end of it', line: `${programName} plan -f shop.ndjson.gz` },
      { what: 'What policies would have been worth', line: `${programName} backtest shop.ndjson.gz` },
    ],
  };
}

interface RecordFlags extends ClusterFlags {
  readonly every: number;
  readonly for?: number;
  readonly history: number;
  readonly maxSize: number;
}

/** `plimsoll record`: a cluster and its load over time, in a file. */
export function recordCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('record'), story(terminal.programName))
    .summary('Record a cluster and its load over time')
    .helpGroup('Cluster Commands:')
    .argument('<FILE>', 'Where to record: lines of JSON, packed as gzip.')
    .addOption(
      new Option('--every <DURATION>', 'From one look to the next.').argParser(everyFlag).default(300_000, '5m'),
    )
    .addOption(new Option('--for <DURATION>', 'How long; else until it is interrupted.').argParser(durationFlag))
    .addOption(
      new Option('--history <DURATION>', 'How far back pods are looked at, as far as Prometheus remembers.')
        .argParser(durationFlag)
        .default(86_400_000, '24h'),
    )
    .addOption(
      new Option('--max-size <QUANTITY>', 'The file does not grow above this.')
        .argParser(sizeFlag)
        .default(2 ** 28, '256Mi'),
    );
  addClusterFlags(command);
  return addConfigFlags(command).action(async (file: string, flags: RecordFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'record' };
    const { every: everyMs, for: forMs, history: historyMs, maxSize: mostBytes } = flags;
    const { recordCluster } = await import('#app/record/record-cluster.ts');
    await recordCluster({ opening, file, everyMs, forMs, historyMs, mostBytes }, terminal);
  });
}

function everyFlag(text: string): number {
  const ms = durationFlag(text);
  if (ms < 1000) throw new InvalidArgumentError('Less than 1s is not how often it looks.');
  return ms;
}

/** More is not read at once. */
const LARGEST = 2 ** 30;

function sizeFlag(text: string): number {
  const quantity = readQuantity(text);
  const bytes = isBadQuantity(quantity) ? Number.NaN : asNumber(quantity);
  if (!(bytes > 0 && bytes <= LARGEST)) {
    throw new InvalidArgumentError(`${text} is not a size up to 1Gi, such as 256Mi.`);
  }
  return bytes;
}
