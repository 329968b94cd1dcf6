import { Argument, Command, Option } from 'commander';
import {
  addClusterFlags,
  addNamespaceFlags,
  type ClusterFlags,
  type NamespaceFlags,
} from '#app/flags/cluster-flags.ts';
import { tellStory, type CommandStory } from '#app/command-help.ts';
import { addConfigFlags, placesFrom } from '#app/config/config-flags.ts';
import { durationFlag } from '#app/flags/duration-flag.ts';
import { cliFault } from '#app/faults.ts';
import { type OutputFormat, outputOption } from '#app/flags/output-format.ts';
import type { Terminal } from '#app/terminal.ts';

function story(programName: string): CommandStory {
  return {
    description: [
      'Show what nodes or pods really use beside what they asked for.',
      '',
      'Nothing needs to be installed in the cluster: load is read from Prometheus, or else from metrics.k8s.io.',
      'A verdict is several samples deep: the past comes from Prometheus; where nobody remembers one, the',
      'command says how deep its verdicts are (hot? and cool? are too shallow for one), or watches with --observe.',
      '',
      'Use is a share of capacity, as the lines are drawn; requests are a share of what is allocatable, as the',
      'scheduler counts. AGE is that of the oldest sample used. What is not known is <unknown>, and never 0:',
      '-o wide says why.',
    ].join('\n'),
    examples: [
      { what: 'The hottest nodes first', line: `${programName} top nodes --prometheus-url http://prometheus:9090` },
      { what: 'Pods of all namespaces that use most memory', line: `${programName} top pods -A --sort-by memory` },
      { what: 'From metrics-server alone, watching for two minutes', line: `${programName} top nodes --observe` },
      { what: 'Why a value is unknown or a node is hot', line: `${programName} top nodes worker-7 -o wide` },
    ],
  };
}

interface TopFlags extends ClusterFlags, NamespaceFlags {
  readonly output: OutputFormat;
  readonly headers: boolean;
  readonly sortBy?: string;
  readonly observe?: number;
}

const nodeOrders = ['pressure', 'cpu', 'memory', 'name'] as const;
const podOrders = ['cpu', 'memory', 'name', 'node'] as const;

/** As kubectl's users say it. */
const kinds: ReadonlyMap<string, 'nodes' | 'pods'> = new Map([
  ...['nodes', 'node', 'no'].map((word) => [word, 'nodes'] as const),
  ...['pods', 'pod', 'po'].map((word) => [word, 'pods'] as const),
]);

/** `plimsoll top`: real use beside requests. */
export function topCommand(terminal: Terminal): Command {
  const command = tellStory(new Command('top'), story(terminal.programName))
    .summary('Show what nodes or pods really use beside what they asked for')
    .helpGroup('Cluster Commands:')
    .addArgument(new Argument('[nodes|pods]', 'What to show.').default('nodes'))
    .addArgument(new Argument('[NAME]', 'One of them.'))
    .addOption(outputOption(['table', 'wide', 'json', 'yaml'], 'table'))
    .addOption(new Option('--no-headers', 'Print neither headers nor totals.'))
    .addOption(new Option('--sort-by <ORDER>', `Nodes by ${nodeOrders.join(', ')}; pods by ${podOrders.join(', ')}.`))
    .addOption(
      new Option('--observe [DURATION]', 'Where the source remembers no past, watch for so long (2m) first.')
        .argParser(durationFlag)
        .preset('2m'),
    );
  addNamespaceFlags(addClusterFlags(command));
  return addConfigFlags(command).action(
    async (kind: string, name: string | undefined, flags: TopFlags, self: Command) => {
      const { output: format, headers, observe = 0 } = flags;
      const opening = { places: placesFrom(self, terminal.env), flags, as: 'top' };
      const shown = headers ? ('shown' as const) : ('hidden' as const);
      const ask = { opening, format, headers: shown, name, observeForMs: observe };
      if (kindOf(kind) === 'nodes') {
        const order = orderIn(nodeOrders, flags.sortBy ?? 'pressure');
        const { topNodes } = await import('#app/once/top-nodes.ts');
        await topNodes({ ...ask, order }, terminal);
      } else {
        const order = orderIn(podOrders, flags.sortBy ?? 'cpu');
        const { topPods } = await import('#app/once/top-pods.ts');
        await topPods({ ...ask, order, namespaces: flags }, terminal);
      }
    },
  );
}

function kindOf(word: string): 'nodes' | 'pods' {
  const kind = kinds.get(word);
  if (kind === undefined) throw cliFault('cli/usage', `showing ${word}: only nodes and pods have a load`);
  return kind;
}

function orderIn<Order extends string>(orders: readonly Order[], word: string): Order {
  const order = orders.find((one) => one === word);
  if (order !== undefined) return order;
  throw cliFault('cli/usage', `sorting by ${word}: there is no such order here; there are ${orders.join(', ')}`);
}
