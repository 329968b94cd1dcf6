import type { LoadView } from '#load/load-view.ts';
import type { LoadedView } from './loaded-view.ts';
import type { KnownNode } from './known-nodes.ts';
import { measuredAfter } from './measured-after.ts';
import type { MigrationPlan, NodeFate, ProposedMove } from './migration-plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { planRelocations, type RelocationPlan } from './plan-relocations.ts';
import { poseProblem, type PosedProblem, type ToldOverRule } from './pose-problem.ts';
import type { PlannedRelocation } from './relocation-plan.ts';
import { ruleRelocations } from './rule-relocations.ts';
import { hotBeyondPods, verdictByPods } from './signals-of-pods.ts';
import { type SaidBy, stayingPod } from './stay-sentence.ts';
import { stayReasons } from './stay-reasons.ts';

/**
 * What would best be moved now, and why the rest stays. The same view gives the same plan, in whatever order it was
 * read; nothing is moved while too little is seen.
 */
export function planMigrations(see: LoadedView, options: PlanOptions): MigrationPlan {
  const coverage = see.load.coverage();
  const posed = poseProblem(see, options);
  const isBlind = coverage.share < options.coverage;
  const { problem } = posed;
  const budgets = isBlind ? { ...problem.budgets, moves: 0 } : problem.budgets;
  const plan = planRelocations({ ...problem, budgets }, options.relocation);
  const ruled = ruleRelocations(plan.settled, posed.overRules);
  const after = measuredAfter(posed, see.load);
  return {
    now: see.load.now,
    sight: isBlind ? 'blind' : 'seeing',
    coverage,
    neededCoverage: options.coverage,
    moves: [
      ...plan.relocations.flatMap((relocation, at) => proposed(relocation, at, { posed, load: see.load, after })),
      ...ruled.flatMap(({ over, relocation }, at) =>
        proposed(relocation, plan.relocations.length + at, {
          posed,
          load: see.load,
          after,
          because: ruleReason(over),
        }),
      ),
    ],
    nodes: fatesOf(plan, posed, { load: see.load, isBlind }),
    unseen: posed.unseen,
    foretold: new Map(posed.nodes.map(({ name }, node) => [name, plan.foretold[node]!])),
  };
}

interface Proposing {
  readonly posed: PosedProblem;
  readonly load: LoadView;
  readonly after: ReturnType<typeof measuredAfter>;
  /** Why, where it is not for heat. */
  readonly because?: string;
}

function proposed(
  { moves, avoidsMinutes, priceMinutes, changes }: PlannedRelocation,
  together: number,
  { posed: { nodes, pods }, load, after, because }: Proposing,
): readonly ProposedMove[] {
  const changeOf = (node: number) => {
    const { before, after } = changes.find((change) => change.node === node)!;
    return { before, after };
  };
  const [first] = moves;
  return moves.map((move): ProposedMove => {
    const { pod, from, to } = move;
    const { key, workload } = pods[pod]!;
    const isReturn = from !== first!.from;
    return {
      pod: key,
      workload,
      from: nodes[from]!.name,
      to: nodes[to]!.name,
      together,
      reason: isReturn
        ? `it makes room for pod ${pods[first!.pod]!.key.name}, which leaves ${nodes[first!.from]!.name}`
        : (because ?? reasonOf(nodes[from]!, load)),
      avoidsMinutes,
      priceMinutes,
      source: changeOf(from),
      target: changeOf(to),
      measuredAfter: after(move),
    };
  });
}

const ruleReason = ({ rule, written, resource, value }: ToldOverRule): string =>
  `NodeLoadRule ${rule} says ${written}, and ${resource} of its node is at ${value.toFixed(2)}`;

function reasonOf(node: KnownNode, load: LoadView): string {
  const beyond = hotBeyondPods(load, node.loadRow);
  const hot = hotSignals(node, load)
    .filter(({ signal }) => !beyond.includes(signal))
    .map(({ signal, value, threshold }) => {
      if (value === undefined) return `${signal} was above ${threshold}`;
      const share = value.toFixed(2);
      // a verdict outlasts a sample
      return value > threshold
        ? `${signal} ${share} above ${threshold}`
        : `${signal} was above ${threshold}, and is ${share}`;
    });
  if (hot.length === 0) return `node ${node.name} was foretold to be hot`;
  return `node ${node.name} is hot: ${hot.join(', ')}`;
}

function hotSignals({ loadRow }: KnownNode, load: LoadView) {
  return load
    .explain(loadRow)
    .because.filter(({ verdict }) => verdict === 'hot')
    .map(({ signal, reading, threshold }) => ({
      signal,
      threshold,
      value: reading.kind === 'known' ? reading.value : undefined,
    }));
}

/** In whole minutes: of the resource that less is known of. */
function learntIn({ resources }: PosedProblem['problem']): number {
  return Math.floor(Math.min(...resources.map(({ outlook }) => outlook.learntMs)) / 60_000);
}

/** Every node at risk, the riskiest first, then the other hot ones by name. */
function fatesOf(
  plan: RelocationPlan,
  posed: PosedProblem,
  { load, isBlind }: { readonly load: LoadView; readonly isBlind: boolean },
): readonly NodeFate[] {
  const { problem, nodes } = posed;
  const learntMinutes = learntIn(problem);
  const said: SaidBy = { posed, isEveryNodeHot: plan.settled.isEveryNodeHot };
  const fate = (node: number, more: Pick<NodeFate, 'outcome' | 'riskBefore' | 'riskAfter' | 'stays'>): NodeFate => ({
    node: nodes[node]!.name,
    verdict: load.verdict(nodes[node]!.loadRow),
    hotBy: hotSignals(nodes[node]!, load).map(({ signal }) => signal),
    hotBeyondPods: hotBeyondPods(load, nodes[node]!.loadRow),
    foreseen: { learntMinutes, loads: plan.settled.expected(node) },
    ...more,
  });
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
    const outcome = verdictByPods(load, loadRow) === 'hot' ? 'not-foreseen' : 'no-share-known';
    return [fate(node, { outcome, riskBefore: null, riskAfter: null, stays: [] })];
  });
  return [...atRisk, ...others];
}
