import type { Size } from '#api/node-size.ts';
import { once } from '#base/once-per.ts';
import type { Foreseen } from '#load/forecast/foreseen-pod.ts';
import { expectedUse } from '#load/forecast/outlook.ts';
import type { BudgetsBefore } from '#decisions/rescheduling/guards/budget-ledger.ts';
import { doubtfulNodes } from './doubtful-nodes.ts';
import { mostPerHour } from '#decisions/rescheduling/guards/gate-of-ours.ts';
import type { Hold } from './holds-now.ts';
import { knownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import { type KnownNode, knownNodes, mayReceive, measureFor } from './known-nodes.ts';
import { type KnownPod, knownPods } from './known-pods.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { isProposal } from '#decisions/rescheduling/migration/planned-for.ts';
import { overRules, type ToldOverRule } from './over-rules.ts';
import type { PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import { reachableNodes } from './reachable-nodes.ts';
import type { RelocationProblem, ResourceColumns } from '#decisions/rescheduling/relocations/relocation-problem.ts';
import { rulesNow } from './rules-now.ts';
import { sharedColumns } from './shared-columns.ts';
import { signalsOfPods, verdictByPods } from './signals-of-pods.ts';

/** The problem, and whom its rows stand for. */
export interface PosedProblem {
  readonly problem: RelocationProblem;
  readonly nodes: readonly KnownNode[];
  readonly pods: readonly KnownPod[];
  readonly unseen: readonly string[];
  /** Pods whose node bears more than rules over them allow. */
  readonly overRules: readonly ToldOverRule[];
  /** What the problem's budgets are made of. */
  readonly before: BudgetsBefore;
}

/** What is seen, as a problem for the planner. Rows are in the order of names and uids: that of the input is no matter. */
export function poseProblem(see: LoadedView, options: PlanOptions): PosedProblem {
  // what an earlier pass proposed is said anew, or is not wanted any more
  const moves = knownMoves(
    see.migrations.filter((migration) => !isProposal(migration)),
    see.load.now,
  );
  const { known: nodes, unseen } = knownNodes(see, moves);
  const rules = rulesNow(see);
  const { movability, surgeRight } = options;
  const known = knownPods(see, nodes, { moves, rules, movability, surgeRight });
  const doubtful = doubtfulNodes(nodes, known);
  const pods = known.map((pod) => inDoubt(pod, doubtful.get(pod.node)));
  const owners = new Map<string, number>();
  const owner = Int32Array.from(pods, ({ workload }) => numberOf(owners, workload.uid));
  const ownerUids = [...owners.keys()];
  const { budgets } = options;
  const perHour = mostPerHour(budgets, pods.length);
  const problem: RelocationProblem = {
    now: see.load.now,
    nodes: {
      count: nodes.length,
      isHot: Uint8Array.from(nodes, ({ loadRow }) => Number(verdictByPods(see.load, loadRow) === 'hot')),
      foretold: Uint8Array.from(nodes, ({ name }) => see.foretold(name)),
      mayReceive: Uint8Array.from(nodes, (node, at) => Number(mayReceive(node, see.load) && !doubtful.has(at))),
    },
    pods: {
      count: pods.length,
      node: Int32Array.from(pods, ({ headedFor }) => headedFor),
      owner,
      isMovable: (pod) => (pods[pod]!.standing().hold?.kind ?? 'resting') === 'resting',
    },
    resources: Object.entries(signalsOfPods).map(([name, key]) => resource(key, { see, nodes, pods, name })),
    shared: sharedColumns({ load: see.load, nodes, pods, moves }),
    isFeasible: reachableNodes(see, options, { nodes, pods, rules }),
    memory: {
      dearness: (pod) => pods[pod]!.standing().dearness,
      isResting: (pod) => pods[pod]!.standing().hold?.kind === 'resting',
      leftLately: (pod, node) => pods[pod]!.standing().past.leftLately(nodes[node]!.name),
      wasRelieved: (node) => moves.wasRelieved(nodes[node]!.name),
    },
    budgets: {
      moves: Math.max(0, Math.min(budgets.perPass, perHour - moves.lastHour)),
      perOwner: budgets.inFlightPerOwner,
      perNode: budgets.inFlightPerNode,
      inFlightOfOwner: (row) => moves.inFlightOfOwner(ownerUids[row]!),
      inFlightOfNode: (node) => moves.inFlightOfNode(nodes[node]!.name),
    },
  };
  return {
    problem,
    nodes,
    pods,
    unseen,
    overRules: overRules({ nodes, pods, load: see.load }, rules),
    before: { budgets, perHour, moves },
  };
}

function inDoubt(pod: KnownPod, doubt: Hold | undefined): KnownPod {
  if (doubt === undefined) return pod;
  const { standing } = pod;
  return { ...pod, standing: once(() => ({ ...standing(), hold: standing().hold ?? doubt })) };
}

interface Seen {
  readonly see: LoadedView;
  readonly nodes: readonly KnownNode[];
  readonly pods: readonly KnownPod[];
  /** Of the signal. */
  readonly name: string;
}

function resource(key: keyof Size, { see, nodes, pods, name }: Seen): ResourceColumns {
  const foreseen = see.forecast[key];
  // a pod that nobody enrolled is a fault of whoever made the forecast
  const row = Int32Array.from(pods, ({ key: { uid } }) => foreseen.rowOf(uid)!);
  const signal = see.load.signals.find((each) => each.name === name)!;
  const measure = measureFor(see.load, name);
  return {
    name,
    capacity: Float64Array.from(nodes, (node) => node[measure][key]),
    allocatable: Float64Array.from(nodes, (node) => node.allocatable[key]),
    line: signal.threshold,
    request: Float64Array.from(pods, ({ requests }) => requests[key]),
    outlook: foreseen.outlook,
    row,
    otherUse: otherUse(key, { nodes, pods, row, foreseen }),
  };
}

/** What a node bears beyond its pods: the system, and what nobody can name. A pod that is not seen is taken to use what is expected. */
function otherUse(
  key: keyof Size,
  {
    nodes,
    pods,
    row,
    foreseen,
  }: Pick<Seen, 'nodes' | 'pods'> & { readonly row: Int32Array; readonly foreseen: Foreseen },
): Float64Array {
  const left = Float64Array.from(nodes, ({ used }) => used[key]);
  pods.forEach(({ node, used }, pod) => {
    left[node]! -= used?.[key] ?? expectedUse(foreseen.outlook, row[pod]!, 0);
  });
  return left.map((use) => Math.max(0, use));
}

function numberOf(numbers: Map<string, number>, key: string): number {
  const known = numbers.get(key) ?? numbers.size;
  numbers.set(key, known);
  return known;
}
