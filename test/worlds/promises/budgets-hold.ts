import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { PodDisruptionBudget } from '#api/kubernetes/workload.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { budgetsOf } from '#simulation/world/controllers/budgets.ts';
import { isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { shareOf } from '#simulation/world/controllers/share-of.ts';
import type { World } from '#simulation/world/world.ts';
import type { Move, Scene } from '../scene.ts';

/** The API server counts what is healthy a moment late, as the real one does. */
const COUNTED_WITHIN_MS = 2000;

/** No disruption budget is broken by us: neither by an eviction, nor by a pod that goes for its clone. */
export function budgetsHold(scene: Scene): void {
  const { store } = scene.world.core;
  /** By namespace: when a pod was last lost, whoever did it. */
  const lostAt = new Map<string, number>();
  store.listen(({ kind, before, after }) => {
    if (kind !== 'Pod' || before === undefined || !serves(before)) return;
    if (after === undefined || !serves(after)) lostAt.set(before.metadata.namespace!, scene.now);
  });
  const lostBefore = new Map<string, number>();
  scene.onEvent(({ kind, of, at }) => {
    const [namespace = ''] = of.split('/');
    // our own doing is told after it was done: what was lost just before counts
    if (kind === 'pod-ending' || kind === 'pod-surplus') lostBefore.set(of, lostAt.get(namespace) ?? at - 1e9);
  });
  scene.onMove((move) => {
    const { pod, at } = move;
    const isRace = at - (lostBefore.get(`${pod.metadata.namespace}/${pod.metadata.name}`) ?? 0) < COUNTED_WITHIN_MS;
    if (isRace || !isReady(pod)) return;
    for (const budget of budgetsOf(scene.world.core, pod)) judge(scene, move, budget);
  });
}

function judge(scene: Scene, { pod, way }: Move, budget: PodDisruptionBudget): void {
  const { world } = scene;
  const covered = world.core.store
    .podsIn(budget.metadata.namespace!)
    .filter((one) => budgetsOf(world.core, one).some(({ metadata }) => metadata.uid === budget.metadata.uid));
  const others = covered.filter((one) => one.metadata.uid !== pod.metadata.uid && serves(one));
  const migration = pod.metadata.labels?.[ourMarks.retiring];
  const isClone = ({ metadata }: Pod): boolean => way === 'retired' && metadata.labels?.[ourMarks.clone] === migration;
  const before = others.filter((one) => !isClone(one)).length + 1;
  const needed = Math.min(before, leastHealthy(world, budget, covered));
  if (others.length >= needed) return;
  const name = `${budget.metadata.namespace}/${budget.metadata.name}`;
  scene.tell('budgets hold', `${pod.metadata.name} was ${way}: ${name} needs ${needed}, and ${others.length} are left`);
}

const serves = (pod: Pod): boolean => isActive(pod) && isReady(pod);

/** Counted anew from the budget's words, not from its status. */
function leastHealthy({ core: { store } }: World, { spec }: PodDisruptionBudget, covered: readonly Pod[]): number {
  const owners = new Map(covered.flatMap((pod) => ownerOf(pod)));
  const wished = [...owners].reduce((sum, [key, kind]) => sum + (store.get(kind, key)?.spec.replicas ?? 0), 0);
  if (spec?.maxUnavailable !== undefined) return Math.max(0, wished - shareOf(spec.maxUnavailable, wished, 'up'));
  return shareOf(spec?.minAvailable ?? 0, wished, 'up');
}

function ownerOf(pod: Pod): [string, 'ReplicaSet' | 'StatefulSet'][] {
  const owner = controllerOf(pod);
  if (owner?.kind !== 'ReplicaSet' && owner?.kind !== 'StatefulSet') return [];
  return [[`${pod.metadata.namespace}/${owner.name}`, owner.kind]];
}
