import type { LoadView } from '#load/load-view.ts';
import type { KnownNode } from './known-nodes.ts';
import type { KnownPod } from './known-pods.ts';
import type { OverRule } from '#decisions/rescheduling/relocations/rule-relocations.ts';
import type { RulesNow } from './rules-now.ts';
import { isOfPods } from './signals-of-pods.ts';

/** A pod whose node bears more than a rule over it allows, with what the rule says, for people. */
export interface ToldOverRule extends OverRule {
  readonly rule: string;
  readonly written: string;
  /** What the node was measured at, in the signal's measure. */
  readonly value: number;
}

interface Seen {
  readonly nodes: readonly KnownNode[];
  readonly pods: readonly KnownPod[];
  readonly load: LoadView;
}

/** The pods that may move whose node is over a rule of theirs: of what nothing is foreseen, long enough to be no spike. */
export function overRules({ pods, nodes, load }: Seen, rules: RulesNow): readonly ToldOverRule[] {
  if (!rules.any) return [];
  return pods.flatMap(({ pod, node, used, standing }, row): readonly ToldOverRule[] => {
    const from = nodes[node]!;
    const here = rules.here(pod, from);
    if (here.kind !== 'over' || standing().hold !== undefined) return [];
    const { signal, value, limit, rule = '' } = here;
    const at = load.signals.findIndex(({ name }) => name === signal);
    if (!isOfPods(signal) && !(load.sustained(from.loadRow, at) > limit.most)) return [];
    const mayBeOn = (to: number): boolean => rules.here(pod, nodes[to]!, used && { used, from }).kind === 'eligible';
    const seenOn = (to: number): number => highest(load, nodes[to]!, at);
    return [{ pod: row, signal, most: limit.most, mayBeOn, seenOn, rule, written: limit.written, value }];
  });
}

/** The higher of what a node bears now and what it bore for long enough; NaN where either is not known. */
const highest = (load: LoadView, { loadRow }: KnownNode, at: number): number =>
  Math.max(load.value(loadRow, at), load.sustained(loadRow, at));
