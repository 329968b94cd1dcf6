import { memoryDefaults } from '#decisions/rescheduling/migration/memory-of-moves.ts';
import type { PlanBudgets } from '#decisions/rescheduling/plan-options.ts';
import { type Act, forbiddenActs } from '../support/moves/audit-of-moves.ts';
import { lostBefore, type Seen, type SeenPod, serving, type Span } from './soak-witness.ts';

/** What a soak is held against: what the API server wrote down, what its watches told, and what was done to the cluster. */
export interface Evidence {
  readonly acts: readonly Act[];
  /** When PodMigrations were created by each of us that plans. */
  readonly proposed: readonly (readonly number[])[];
  readonly witness: Seen;
  /** The pod that each migration was to move, by the migration's uid. */
  readonly movedBy: ReadonlyMap<string, string>;
  /** The least that a disruption budget leaves an app, where there is one. */
  readonly leastOf: ReadonlyMap<string, number>;
  /** Who is left alone for a while after a move: all pods that go by the same name here. */
  readonly restOf: (app: string, pod: string) => string;
  /** While no load could be known to anybody. */
  readonly blind: readonly Span[];
  readonly budgets: PlanBudgets;
  readonly passMs: number;
}

/** The kill switch is effective within seconds. */
const SWITCHED_WITHIN_MS = 3000;
/** What was lost just before was not counted yet, by the API server either. */
const COUNTED_WITHIN_MS = 2000;

/** The watch tells of it a little later than the API server did it. */
const HEARD_WITHIN_MS = 1000;

/** A pod under way: from the act that nobody takes back to its leaving, or its clone's. */
interface Flight extends Span {
  readonly pod: SeenPod;
}

/** Every promise of product.md §5 that was broken, with what broke it. */
export function brokenPromises(evidence: Evidence): readonly string[] {
  const { acts } = evidence;
  return [
    ...forbiddenActs(acts),
    ...budgetsBroken(evidence),
    ...limitsBroken(evidence),
    ...unreadyClones(evidence),
    ...disturbedRests(evidence),
    ...actsIn(acts, evidence.witness.held, SWITCHED_WITHIN_MS, 'while moves were held'),
    ...actsIn(acts, evidence.blind, 0, 'while no load was known'),
  ];
}

const disturbs = ({ what, isDone }: Act): boolean =>
  isDone && (what === 'eviction' || what === 'clone' || what === 'adoption');

/** What was asked for twice, its answer being lost, is one. */
function movesIn(acts: readonly Act[]): readonly Act[] {
  const handedOver = new Set<string>();
  return acts.filter(({ what, name, isDone }) => {
    if (!isDone || (what !== 'eviction' && what !== 'adoption')) return false;
    if (what === 'eviction') return true;
    const isFirst = !handedOver.has(name);
    handedOver.add(name);
    return isFirst;
  });
}

function actsIn(acts: readonly Act[], spans: readonly Span[], graceMs: number, when: string): readonly string[] {
  return acts
    .filter((act) => disturbs(act) && spans.some(({ from, to }) => act.at > from + graceMs && act.at < to))
    .map(({ what, name }) => `${what} of ${name} ${when}`);
}

/** Of each pod that we made go: did as many others serve as its budget asks for. */
function budgetsBroken({ acts, witness, leastOf }: Evidence): readonly string[] {
  const evicted = acts.filter(({ what, isDone }) => what === 'eviction' && isDone);
  const gone = [
    ...evicted.flatMap(({ uid, at }) => leaving(witness.pods.get(uid ?? ''), at)),
    ...[...witness.pods.values()].flatMap((pod) =>
      pod.retiredFor !== undefined && pod.leftAt !== undefined ? leaving(pod, pod.leftAt) : [],
    ),
  ];
  return gone.flatMap(({ pod, at }) => {
    const least = leastOf.get(pod.app);
    if (least === undefined || at - lostBefore(witness, pod, at) < COUNTED_WITHIN_MS) return [];
    const others = serving(witness, pod.app, at).filter(({ uid }) => uid !== pod.uid).length;
    return others >= least
      ? []
      : [`${pod.name} went, ${others} of ${pod.app} being left of ${least} that its budget needs`];
  });
}

/** A clone takes over once it serves, so that nobody is missed. */
function unreadyClones({ acts, witness }: Evidence): readonly string[] {
  return acts
    .filter(({ what, isDone }) => what === 'adoption' && isDone)
    .flatMap(({ name, at }) => {
      const lately = cloneNamed(witness, name)?.serves.some((each) => each.does && each.at <= at + HEARD_WITHIN_MS);
      return lately === true ? [] : [`${name} was handed over before it served`];
    });
}

/** No flapping: after a move its workload is left alone. */
function disturbedRests({ acts, witness, movedBy, restOf }: Evidence): readonly string[] {
  const movedAt = new Map<string, number>();
  return movesIn(acts).flatMap(({ what, uid, name, at }) => {
    const clone = what === 'adoption' ? cloneNamed(witness, name) : undefined;
    const pod = witness.pods.get((clone === undefined ? uid : movedBy.get(clone.cloneFor!)) ?? '');
    if (pod === undefined) return [];
    const rester = restOf(pod.app, pod.name);
    const before = movedAt.get(rester);
    movedAt.set(rester, at);
    return before === undefined || at - before >= memoryDefaults.cooldownMs
      ? []
      : [`${rester} was moved again after ${Math.round((at - before) / 1000)} s`];
  });
}

const leaving = (pod: SeenPod | undefined, at: number): readonly { readonly pod: SeenPod; readonly at: number }[] =>
  pod === undefined ? [] : [{ pod, at }];

function limitsBroken(evidence: Evidence): readonly string[] {
  const { acts, budgets, proposed, passMs } = evidence;
  const flights = flightsIn(evidence);
  const told = flights.flatMap(({ pod, from }) => {
    const beside = flights.filter((other) => other.from <= from && other.to > from);
    const ofOwner = beside.filter((other) => other.pod.app === pod.app).length;
    const ofNode = beside.filter((other) => other.pod.node === pod.node).length;
    const many = [
      ofOwner > budgets.inFlightPerOwner ? `${ofOwner} pods of ${pod.app} in flight at once` : undefined,
      ofNode > budgets.inFlightPerNode ? `${ofNode} pods of ${pod.node} in flight at once` : undefined,
    ];
    return many.filter((one) => one !== undefined);
  });
  const inHour = mostWithin(
    movesIn(acts).map(({ at }) => at),
    3_600_000,
  );
  const inPass = Math.max(...proposed.map((instants) => mostWithin(instants, passMs / 2)));
  return [
    ...told,
    ...(inHour > budgets.perHour ? [`${inHour} moves in an hour`] : []),
    ...(inPass > budgets.perPass ? [`${inPass} moves begun in a pass`] : []),
  ];
}

function flightsIn({ acts, witness, movedBy }: Evidence): readonly Flight[] {
  return acts.filter(disturbs).flatMap(({ what, uid, name, at }) => {
    if (what === 'adoption') return [];
    const clone = what === 'clone' ? cloneNamed(witness, name) : undefined;
    const pod = witness.pods.get((clone === undefined ? uid : movedBy.get(clone.cloneFor!)) ?? '');
    if (pod === undefined) return [];
    const until = [pod.leftAt, clone?.leftAt].filter((each) => each !== undefined);
    return [{ pod, from: at, to: Math.min(...until) }];
  });
}

const cloneNamed = ({ pods }: Seen, name: string): SeenPod | undefined =>
  [...pods.values()].find((pod) => pod.cloneFor !== undefined && pod.name === name);

/** The most of these instants that lie within so long of each other. */
function mostWithin(instants: readonly number[], withinMs: number): number {
  const counts = instants.map((at) => instants.filter((other) => other > at - withinMs && other <= at).length);
  return Math.max(0, ...counts);
}
