import type { LoadView } from '#load/load-view.ts';
import { hotSignals } from './hot-reason.ts';
import type { Fate, NodeFate, StayingPod } from './migration-plan.ts';
import type { RelocationPlan } from '#decisions/rescheduling/relocations/plan-relocations.ts';
import type { PosedProblem } from '#decisions/rescheduling/problem/pose-problem.ts';
import type { SignalRelief } from '#decisions/rescheduling/relocations/relieve-signals.ts';
import { type SignalFate, signalFates, type SignalOutcome } from './signal-fates.ts';
import { verdictByPods } from '#decisions/rescheduling/problem/signals-of-pods.ts';
import { type SaidBy, stayingPod } from './stay-sentence.ts';
import { stayReasons } from '#decisions/rescheduling/relocations/stay-reasons.ts';

interface ToldBy {
  readonly load: LoadView;
  readonly isBlind: boolean;
  readonly reliefs: readonly SignalRelief[];
}

/** Every node at risk, the riskiest first, then the other hot ones by name. */
export function nodeFates(
  plan: RelocationPlan,
  posed: PosedProblem,
  { load, isBlind, reliefs }: ToldBy,
): readonly NodeFate[] {
  const { problem, nodes } = posed;
  const learntMinutes = learntIn(problem);
  const said: SaidBy = { posed, isEveryNodeHot: plan.settled.isEveryNodeHot };
  const reliefsOf = Map.groupBy(reliefs, ({ node }) => node);
  const signalsOf = (node: number): readonly SignalFate[] =>
    signalFates({ node: nodes[node]!, load, reliefs: reliefsOf.get(node) ?? [], isBlind });
  const fate = (node: number, more: Pick<NodeFate, 'outcome' | 'riskBefore' | 'riskAfter' | 'stays'>): NodeFate => {
    const immovable = more.outcome === 'immovable-load' ? plan.settled.immovableOn(node) : undefined;
    return {
      node: nodes[node]!.name,
      verdict: load.verdict(nodes[node]!.loadRow),
      hotBy: hotSignals(nodes[node]!, load).map(({ signal }) => signal),
      hotBeyondPods: signalsOf(node),
      foreseen: { learntMinutes, loads: plan.settled.expected(node) },
      ...(immovable === undefined ? {} : { immovable }),
      ...more,
    };
  };
  const atRisk = stayReasons(plan).map(({ node, riskBefore, riskAfter, outcome, stays }) =>
    // while too little is seen no pod is judged
    isBlind
      ? fate(node, { outcome: 'blind', riskBefore, riskAfter, stays: [] })
      : fate(node, {
          outcome,
          riskBefore,
          riskAfter,
          stays: stays.map(({ pod, because }) => stayingPod(pod, because, said)),
        }),
  );
  const listed = new Set(atRisk.map(({ node }) => node));
  const others = nodes.flatMap(({ name, loadRow }, node): readonly NodeFate[] => {
    if (load.verdict(loadRow) !== 'hot' || listed.has(name)) return [];
    const outcome =
      verdictByPods(load, loadRow) === 'hot'
        ? 'not-foreseen'
        : fateBySignals(signalsOf(node).map((one) => one.outcome));
    const stays = outcome === 'signal-stays' ? heldOn(node, said) : [];
    return [fate(node, { outcome, riskBefore: null, riskAfter: null, stays })];
  });
  return [...atRisk, ...others];
}

/** The pods of a node that may not leave it, with what would free them. */
function heldOn(node: number, said: SaidBy): readonly StayingPod[] {
  return said.posed.pods.flatMap(({ node: on, standing }, pod) => {
    const hold = on === node ? standing().hold : undefined;
    return hold === undefined
      ? []
      : [stayingPod(pod, { kind: hold.kind === 'resting' ? 'resting' : 'unmovable' }, said)];
  });
}

/** Of a node that is hot by nothing that its pods are measured by. */
function fateBySignals(outcomes: readonly SignalOutcome[]): Fate {
  const treatable = outcomes.filter((outcome) => !untreated.has(outcome));
  if (treatable.length === 0) return 'no-share-known';
  if (treatable.includes('blind')) return 'blind';
  return treatable.every((outcome) => outcome === 'relieved') ? 'signal-relieved' : 'signal-stays';
}

const untreated: ReadonlySet<SignalOutcome> = new Set(['no-share', 'cores-idle', 'not-now']);

/** In whole minutes: of the resource that less is known of. */
function learntIn({ resources }: PosedProblem['problem']): number {
  return Math.floor(Math.min(...resources.map(({ outlook }) => outlook.learntMs)) / 60_000);
}
