import { Argument, Command, Option } from 'commander';
import { addClusterFlags, type ClusterFlags } from '#app/flags/cluster-flags.ts';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { cliFault } from '#app/faults.ts';
import { namespacedName } from '#app/flags/namespaced-name.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Explain why a pod goes where it goes, or what keeps pods off a node.',
      '',
      'Of a pending pod: what each node says, who refused first and by which numbers, what each score was made of,',
      "and the refusal in kube-scheduler's own words. Of a running pod: where the pod made in its place could go if",
      'it were evicted, while it still ends and once it is gone; and whether the rescheduler would move it now or why',
      'not, by the verdict on its node, its cooldown, the budgets spent, and what holds all moves back. Of a node: what',
      'lies on it, requested beside allocatable and really used, what the rescheduler would do about it, and what it',
      'says to every pending pod.',
      '',
      'It reads, and changes nothing. Where something could not be read, no verdict rests on it: it is unknown.',
      'With many nodes those that say the same are told together; -o wide tells each.',
    ].join('\n'),
    examples: [
      { what: 'Why a pod is pending', line: `${programName} explain pod shop/web-0` },
      {
        what: 'Where else a running pod could go, node by node',
        line: `${programName} explain pod -n shop web-0 -o wide`,
      },
      { what: 'What lies on a node, and what keeps pods off it', line: `${programName} explain node worker-7` },
      { what: 'The same for a program', line: `${programName} explain pod shop/web-0 -o json` },
    ],
  };
}

interface ExplainFlags extends ClusterFlags {
  readonly output: OutputFormat;
  readonly namespace?: string;
}

/** As kubectl's users say it. */
const kinds: ReadonlyMap<string, 'pod' | 'node'> = new Map([
  ...['pod', 'pods', 'po'].map((word) => [word, 'pod'] as const),
  ...['node', 'nodes', 'no'].map((word) => [word, 'node'] as const),
]);

/** `plimsoll explain`: every gate, with the numbers used. */
export function explainCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('explain'), story(terminal.programName))
    .summary('Explain why a pod goes where it goes, or what keeps pods off a node')
    .helpGroup('Cluster Commands:')
    .addArgument(new Argument('<pod|node>', 'What to explain.'))
    .addArgument(new Argument('<NAME>', 'Its name; of a pod also NAMESPACE/NAME.'))
    .addOption(outputOption(['table', 'wide', 'json', 'yaml'], 'table'));
  addClusterFlags(command).addOption(
    new Option('-n, --namespace <NAME>', 'Namespace; else that of the context.').helpGroup('Cluster Flags:'),
  );
  return addConfigFlags(command).action(async (kind: string, word: string, flags: ExplainFlags, self: Command) => {
    const opening = { places: placesFrom(self, terminal.env), flags, as: 'explain' };
    const ask = { opening, format: flags.output };
    if (kindOf(kind) === 'node') {
      const { explainNode } = await import('#app/once/explain-node.ts');
      await explainNode({ ...ask, name: word }, terminal);
    } else {
      const { explainPod } = await import('#app/once/explain-pod.ts');
      await explainPod({ ...ask, ...namespacedName(word, flags.namespace, 'explaining pod') }, terminal);
    }
  });
}

function kindOf(word: string): 'pod' | 'node' {
  const kind = kinds.get(word);
  if (kind === undefined) throw cliFault('cli/usage', `explaining ${word}: only a pod or a node can be explained`);
  return kind;
}
