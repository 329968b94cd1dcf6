import { Command, InvalidArgumentError, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { durationFlag } from '#app/flags/duration-flag.ts';
import { cliFault } from '#app/faults.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';
import { parseInstant } from '#load/instant.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Show which pods would be moved now, why and to where, and which would not and why.',
      '',
      'It reads, and changes nothing: a dry run of the rescheduler on the live cluster. The cluster is read once, and',
      'so is the load, with what pods used before as far as Prometheus remembers it: a plan rests on what is expected',
      'of the day to come, and what is young is worth waiting for.',
      '',
      'A pod leaves a node that is hot, if the overload that this avoids is worth more than an eviction; it goes where',
      'the scheduler would let it go, both while it ends and once it is gone, and where the node stays under its line',
      'with it. Nothing moves where nine nodes in ten are not seen (--coverage). Who stays on a hot node is told why,',
      'and what would free it. A forecast alone needs several passes to be believed: looking once, it moves nothing.',
      '',
      'With -f it plans on what was recorded (plimsoll record), as the live cluster would have been planned for then.',
      '',
      'The exit code is 0 whether there is anything to move or not; -o json holds the moves in their order.',
    ].join('\n'),
    examples: [
      {
        what: 'What would move now, and why not the rest',
        line: `${programName} plan --prometheus-url http://prometheus:9090`,
      },
      { what: 'With memory, owners, prices, and pods of nodes at risk', line: `${programName} plan -o wide` },
      { what: 'One move at a time', line: `${programName} plan --moves-per-pass 1` },
      { what: 'The moves for a program', line: `${programName} plan -o json` },
      {
        what: 'What this plan rests on, for somebody else, who sees the same plan',
        line: `${programName} plan --record now.ndjson.gz && ${programName} plan -f now.ndjson.gz`,
      },
    ],
  };
}

interface PlanFlags extends ClusterFlags {
  readonly output: OutputFormat;
  readonly history: number;
  readonly observe?: number;
  readonly file?: string;
  readonly at?: number;
  readonly record?: string;
}

/** `plimsoll plan`: a dry run on the live cluster. */
export function planCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('plan'), story(terminal.programName))
    .summary('Show which pods would be moved now, and why the others stay')
    .helpGroup('Cluster Commands:')
    .addOption(outputOption(['table', 'wide', 'json', 'yaml'], 'table'))
    .addOption(
      new Option('--history <DURATION>', 'How far back pods are looked at, as far as Prometheus remembers.')
        .argParser(durationFlag)
        .default(86_400_000, '24h'),
    )
    .addOption(
      new Option('--observe [DURATION]', 'Where the source remembers no past, watch for so long (2m) first.')
        .argParser(durationFlag)
        .preset('2m'),
    )
    .addOption(
      new Option('-f, --file <RECORDING>', 'Plan on a recording, instead of on the live cluster.').conflicts([
        'observe',
        'record',
      ]),
    )
    .addOption(
      new Option('--at <TIME>', 'With -f: on the last look until then, as 2026-11-30T12:00:00Z.').argParser(timeFlag),
    )
    .addOption(
      new Option('--record <FILE>', 'Keep what the plan rests on in a new file, for -f.').conflicts('observe'),
    );
  addClusterFlags(command);
  return addConfigFlags(command).action(async (flags: PlanFlags, self: Command) => {
    const places = placesFrom(self, terminal.env);
    const { output: format, history: historyMs, observe: observeForMs = 0, file, at, record: recordTo } = flags;
    if (file !== undefined) {
      const { planRecording } = await import('#app/record/plan-recording.ts');
      await planRecording({ places, format, historyMs, file, at }, terminal);
      return;
    }
    if (at !== undefined) throw cliFault('cli/usage', 'planning at a time: --at is for a recording, which -f names');
    const opening = { places, flags, as: 'plan' };
    const { planOnce } = await import('#app/once/plan.ts');
    await planOnce({ opening, format, historyMs, observeForMs, recordTo }, terminal);
  });
}

function timeFlag(text: string): number {
  const at = parseInstant(text);
  if (at === undefined) throw new InvalidArgumentError(`${text} is not a time such as 2026-11-30T12:00:00Z.`);
  return at;
}
