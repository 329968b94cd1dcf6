import { Argument, Command, Option } from 'commander';
import { type MigrationMode, migrationModes } from '#api/pod-migration.ts';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { durationFlag } from '#app/flags/duration-flag.ts';
import { namespacedName } from '#app/flags/namespaced-name.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Have one pod moved off its node, and follow that to its end.',
      '',
      'A PodMigration is created and approved, which takes the right to create pods/eviction there; the rescheduler',
      'carries it out, within its budgets and under every guard: disruption budgets, rollouts, opt-outs. What would be',
      'refused is not even created: why, and what would free the pod, is told, and the exit code is 1. With --to the',
      'new pod should land there; the scheduler has the last word, and of an eviction the only one.',
      '',
      'The exit code is 0 once it Succeeded, 1 where it Failed, was Refused or Withdrawn, or is not over after --wait.',
      'With --no-wait it is 0 as soon as it is created.',
    ].join('\n'),
    examples: [
      { what: 'Move a pod to wherever it is cool', line: `${programName} move pod shop/web-7d9c5-x2k4q` },
      {
        what: 'To a node, new pod first',
        line: `${programName} move pod -n shop web-7d9c5-x2k4q --to worker-3 --mode Surge`,
      },
      { what: 'Want it, and go on', line: `${programName} move pod shop/web-7d9c5-x2k4q --no-wait -o yaml` },
    ],
  };
}

interface MoveFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly to?: string;
  readonly mode: MigrationMode;
  readonly reason?: string;
  readonly deadline: number;
  /** False by --no-wait. */
  readonly wait?: number | false;
  readonly output: OutputFormat;
}

/** `plimsoll move`: one pod off its node, by hand. */
export function moveCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('move'), story(terminal.programName))
    .summary('Have one pod moved off its node, and follow that to its end')
    .helpGroup('Rescheduling Commands:')
    .addArgument(new Argument('<pod>', 'What is moved.').choices(['pod']))
    .addArgument(new Argument('<NAME>', 'Its name, or NAMESPACE/NAME.'))
    .addOption(new Option('--to <NODE>', 'Where it should land.'))
    .addOption(new Option('--mode <MODE>', 'How it leaves.').choices(migrationModes).default('Auto'))
    .addOption(new Option('--reason <TEXT>', 'Why, for whoever reads the PodMigration.'))
    .addOption(
      new Option('--deadline <DURATION>', 'Until then it must have been told to go, or the move is given up.')
        .argParser(durationFlag)
        .default(1_800_000, '30m'),
    )
    .addOption(new Option('--wait <DURATION>', 'How long it is followed; else to its end.').argParser(durationFlag))
    .addOption(new Option('--no-wait', 'Do not follow it.'))
    .addOption(outputOption(['table', 'json', 'yaml'], 'table'));
  addClusterFlags(command).addOption(
    new Option('-n, --namespace <NAME>', 'Namespace; else that of the context.').helpGroup('Cluster Flags:'),
  );
  return addConfigFlags(command).action(async (_: string, word: string, flags: MoveFlags, self: Command) => {
    const { namespace, to, mode, reason, deadline: deadlineMs, wait, output: format } = flags;
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'move' };
    const pod = namespacedName(word, namespace, 'moving pod');
    const followMs = wait === false ? 0 : typeof wait === 'number' ? wait : Number.POSITIVE_INFINITY;
    const { movePod } = await import('#app/acting/move-pod.ts');
    await movePod({ opening, format, pod, to, mode, reason, deadlineMs, followMs }, terminal);
  });
}
