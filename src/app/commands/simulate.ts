import { Command, InvalidArgumentError, Option } from 'commander';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { placesFrom } from '#app/config/config-flags.ts';
import { timePassingFlag } from '#app/flags/duration-flag.ts';
import { namesFlag } from '#app/flags/names-flag.ts';
import { recordedDays } from '#app/simulate/recorded-days.ts';
import type { SimulateFlags } from '#app/simulate/simulate-world.ts';
import { schedulerNames } from '#simulation/world/world-spec.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Run a world file or a recording under one policy or several, and say what each was worth.',
      '',
      'A world has nodes, workloads and what happens to them; docs/simulator.md shows a whole file. Of a recording, which',
      '`plimsoll record` writes, all happens again that no policy caused. The same file and seed give the same run, to the',
      'byte. Policies: none, lnu-instant, lnu, lnu-biggest, lnu-requests, low-node-load, thr-mmt, mad-mmt, lr-mmt,',
      'tail-risk, and plimsoll: the whole rescheduler with its guards, as serve runs it.',
    ].join('\n'),
    examples: [
      { what: 'What moving pods would be worth', line: `${programName} simulate world.yaml` },
      {
        what: 'As a page with charts',
        line: `${programName} simulate world.yaml --policy none,lnu,plimsoll -o html > world.html`,
      },
      { what: 'The same on a cluster of your own', line: `${programName} simulate shop.ndjson.gz` },
      {
        what: 'Everything that happened, a line of JSON each',
        line: `${programName} simulate world.yaml --journal run.ndjson`,
      },
    ],
  };
}

/** `plimsoll simulate`: a world file or a recording under policies, side by side. */
export function simulateCommand(terminal: Terminal): Command {
  return tellStory(new Command('simulate'), story(terminal.programName))
    .summary('Run a simulated world under policies, side by side')
    .helpGroup('Simulation Commands:')
    .argument('[FILE]', 'A world file, in YAML, or a recording.')
    .addOption(new Option('--recorded <DAY>', 'Instead of a file: a recorded day.').choices(recordedDays))
    .addOption(new Option('--data <FOLDER>', "Folder of recorded load, laid out as the repository's data/."))
    .addOption(
      new Option('--policy <NAME,...>', 'Policies to run it under.')
        .argParser(namesFlag)
        .default(['none', 'plimsoll'], 'none,plimsoll'),
    )
    .addOption(
      new Option(
        '--scheduler <NAME>',
        "Who places pods: kube-scheduler's default, or the same with scores by load; else as the file says.",
      ).choices(schedulerNames),
    )
    .addOption(new Option('--seed <NUMBER>', "Chance begins here; else the file's.").argParser(wholeNumber))
    .addOption(new Option('--lasts <DURATION>', "How long it runs, as 6h; else the file's.").argParser(timePassingFlag))
    .addOption(new Option('--config <FILE>', 'Configuration file, in YAML, that a recording is read with.'))
    .addOption(new Option('--journal <FILE>', 'Write everything that happened here, a line of JSON each.'))
    .addOption(
      new Option('-o, --output <table|wide|json|html>', 'How the answer is printed.')
        .choices(['table', 'wide', 'json', 'html'])
        .default('table'),
    )
    .action(async (file: string | undefined, flags: SimulateFlags, self: Command) => {
      const places = placesFrom(self, terminal.env);
      const { simulateWorld } = await import('#app/simulate/simulate-world.ts');
      await simulateWorld({ file, flags, places }, terminal);
    });
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It is not a whole number.');
  return number;
}
