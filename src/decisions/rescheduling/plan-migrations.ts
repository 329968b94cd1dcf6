import { measureText } from '#load/signals/amount-text.ts';
import type { LoadView } from '#load/load-view.ts';
import { measureOf } from '#load/signals/signal.ts';
import { budgetLedger } from './guards/budget-ledger.ts';
import type { LoadedView } from './loaded-view.ts';
import { hotReason, reasonOf } from './plan/hot-reason.ts';
import { measuredAfter } from './plan/measured-after.ts';
import type { MigrationPlan, ProposedMove } from './plan/migration-plan.ts';
import type { PlanOptions } from './plan-options.ts';
import { planRelocations } from './relocations/plan-relocations.ts';
import type { ToldOverRule } from './problem/over-rules.ts';
import { poseProblem, type PosedProblem } from './problem/pose-problem.ts';
import type { PlannedRelocation } from './relocations/relocation-plan.ts';
import { nodeFates } from './plan/node-fates.ts';
import { relieveSignals } from './relocations/relieve-signals.ts';
import { ruleRelocations } from './relocations/rule-relocations.ts';

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
  const reliefs = relieveSignals(plan.settled);
  const ruled = ruleRelocations(plan.settled, posed.overRules);
  const parts = { posed, load: see.load, after: measuredAfter(posed, see.load) };
  const relocations: readonly Proposing[] = [
    ...plan.relocations.map((relocation) => ({ relocation })),
    ...reliefs.flatMap(({ relocation, node, signal }) =>
      relocation === undefined
        ? []
        : [{ relocation, because: hotReason(posed.nodes[node]!, [signal], see.load), signal }],
    ),
    ...ruled.map(({ over, relocation }) => ({ relocation, because: ruleReason(over, see.load), byRule: over.rule })),
  ];
  const moves = relocations.flatMap((one, at) => proposed(one, at, parts));
  return {
    now: see.load.now,
    sight: isBlind ? 'blind' : 'seeing',
    coverage,
    neededCoverage: options.coverage,
    moves,
    budgets: budgetLedger(moves, posed.before),
    nodes: nodeFates(plan, posed, { load: see.load, isBlind, reliefs }),
    unseen: posed.unseen,
    foretold: new Map(posed.nodes.map(({ name }, node) => [name, plan.foretold[node]!])),
  };
}

interface Proposing {
  readonly relocation: PlannedRelocation;
  /** Why, where it is not for heat of what pods are measured by. */
  readonly because?: string;
  /** The shared signal, or the rule, that it is for. */
  readonly signal?: string;
  readonly byRule?: string;
}

interface ProposedBy {
  readonly posed: PosedProblem;
  readonly load: LoadView;
  readonly after: ReturnType<typeof measuredAfter>;
}

function proposed(
  { relocation: { moves, avoidsMinutes, priceMinutes, changes }, because, signal, byRule }: Proposing,
  together: number,
  { posed: { nodes, pods }, load, after }: ProposedBy,
): readonly ProposedMove[] {
  const changeOf = (node: number) => {
    const { before, after } = changes.find((change) => change.node === node)!;
    return { before, after };
  };
  return moves.map((move): ProposedMove => {
    const { pod, from, to } = move;
    const { key, workload } = pods[pod]!;
    const roomFor = moves.find((other) => other.pod === move.makesRoomFor);
    return {
      pod: key,
      workload,
      from: nodes[from]!.name,
      to: nodes[to]!.name,
      together,
      makesRoomFor: roomFor === undefined ? undefined : pods[roomFor.pod]!.key,
      reason:
        roomFor === undefined
          ? (because ?? reasonOf(nodes[from]!, load))
          : `it makes room for pod ${pods[roomFor.pod]!.key.name}, which leaves ${nodes[roomFor.from]!.name}`,
      byRule,
      avoidsMinutes,
      priceMinutes,
      source: changeOf(from),
      target: changeOf(to),
      measuredAfter: after(move, signal),
    };
  });
}

function ruleReason({ rule, written, signal, value }: ToldOverRule, load: LoadView): string {
  const { unit, denominator } = load.signals.find(({ name }) => name === signal)!;
  const seen = measureText(value, measureOf(unit, denominator));
  return `NodeLoadRule ${rule} says ${written}, and ${signal} of its node is at ${seen}`;
}
