import type { Pod } from '#api/kubernetes/pod.ts';
import type { Size } from '#api/node-size.ts';
import { instantText } from '#load/instant.ts';
import type { Added, RuledNode } from '#load/rule-book/node-standing.ts';
import { type Leave, ruleBookOf, type RuledPod, type RuledStanding } from '#load/rule-book/rule-book.ts';
import { measureFor, type KnownNode } from './known-nodes.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { partsOn } from './shared-signals.ts';
import { lasting, type Obstacle, passing } from '#decisions/rescheduling/movability/subject.ts';

/** What a pod brings to another node: its use, and from where it comes, by which its parts in shared signals are reckoned. */
export interface Brings {
  readonly used: Size;
  readonly from: KnownNode | undefined;
}

/** What NodeLoadRules say of pods and nodes as they are now. */
export interface RulesNow {
  /** What keeps the pod from being moved at all. */
  obstacleOf(pod: Pod): Obstacle | undefined;
  /** Whether the rules over the pod would let it be on this node, were what it brings added there. */
  admit(pod: Pod, node: KnownNode, brings: Brings | undefined): boolean;
  /** How a node stands with all rules over the pod, wishes too, were that much added there. */
  here(pod: Pod, node: KnownNode, brings?: Brings): RuledStanding;
  readonly any: boolean;
}

export function rulesNow({ rules = [], load }: Pick<LoadedView, 'load' | 'rules'>): RulesNow {
  const book = ruleBookOf(rules);
  const rowOf = new Map(load.signals.map(({ name }, row) => [name, row]));
  const ruled = ({ name, node, loadRow }: KnownNode): RuledNode => ({
    name,
    labels: node.metadata.labels ?? {},
    reading: (signal) => {
      const row = rowOf.get(signal);
      return row === undefined ? undefined : load.reading(loadRow, row);
    },
  });
  const addedBy = ({ used, from }: Brings, node: KnownNode): Added => ({
    ...(from === undefined ? {} : partsOn(node, { from, used }, load)),
    cpu: used.cpuCores / node[measureFor(load, 'cpu')].cpuCores,
    memory: used.memoryBytes / node[measureFor(load, 'memory')].memoryBytes,
  });
  const added = (brings: Brings | undefined, node: KnownNode): Added =>
    brings === undefined ? {} : addedBy(brings, node);
  return {
    obstacleOf: (pod) => obstacleBy(book.leave(ruledPod(pod), load.now)),
    admit: (pod, node, brings) =>
      rules.length === 0 || book.standing(ruledPod(pod), ruled(node), added(brings, node)).kind === 'eligible',
    here: (pod, node, brings) => book.here(ruledPod(pod), ruled(node), added(brings, node)),
    any: rules.length > 0,
  };
}

const ruledPod = ({ metadata }: Pod): RuledPod => ({
  namespace: metadata.namespace ?? '',
  labels: metadata.labels ?? {},
});

function obstacleBy(leave: Leave): Obstacle | undefined {
  switch (leave.kind) {
    case 'granted':
      return undefined;
    case 'disabled':
      return lasting(
        'RuleForbids',
        `NodeLoadRule ${leave.rule} does not let its pods be moved`,
        `set rebalance: Enabled in NodeLoadRule ${leave.rule}`,
      );
    case 'outside-windows':
      return passing(
        'RuleWindows',
        `NodeLoadRule ${leave.rule} lets its pods be moved in its windows only, and none is open`,
        leave.opensAt === undefined
          ? `give NodeLoadRule ${leave.rule} a window that opens`
          : `wait until ${instantText(leave.opensAt)}, when a window opens, or widen the windows`,
      );
  }
}
