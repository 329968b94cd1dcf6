import { Argument, Command, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { type CommandStory, tellStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { namespacedName } from '#app/flags/namespaced-name.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Let proposed moves be carried out.',
      '',
      'In mode propose the rescheduler writes down what it would move, as PodMigrations in phase Proposed, and waits.',
      'Approved ones are carried out within the budgets and under every guard. It takes the right to create',
      'pods/eviction in the namespace of the pod. Approving twice changes nothing; one that is over is told, and the',
      'exit code is 1.',
    ].join('\n'),
    examples: [
      { what: 'See what is proposed', line: 'kubectl get podmigrations -A' },
      { what: 'Approve one', line: `${programName} approve shop/web-7d9c5-x2k4q-1a2b3c4d` },
    ],
  };
}

interface ApproveFlags extends ClusterFlags {
  readonly namespace?: string;
  readonly output: OutputFormat;
}

/** `plimsoll approve`: proposed moves, by hand. */
export function approveCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('approve'), story(terminal.programName))
    .summary('Let proposed moves be carried out')
    .helpGroup('Rescheduling Commands:')
    .addArgument(new Argument('<NAME...>', 'Names of PodMigrations, or NAMESPACE/NAME.'))
    .addOption(outputOption(['table', 'json', 'yaml'], 'table'));
  addClusterFlags(command).addOption(
    new Option('-n, --namespace <NAME>', 'Namespace; else that of the context.').helpGroup('Cluster Flags:'),
  );
  return addConfigFlags(command).action(async (words: readonly string[], flags: ApproveFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'approve' };
    const names = words.map((word) => namespacedName(word, flags.namespace, 'approving'));
    const { approve } = await import('#app/acting/approve.ts');
    await approve({ opening, format: flags.output, names }, terminal);
  });
}
