import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import { controllerOf, isTerminal } from '#api/pod-standing.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import { budgetsOver } from '#decisions/rescheduling/movability/budgets-over.ts';
import { movabilityNow } from '#decisions/rescheduling/problem/holds-now.ts';
import type { Movability } from '#decisions/rescheduling/movability/movability.ts';
import type { Obstacle } from '#decisions/rescheduling/movability/subject.ts';
import { ownersNow } from '#decisions/rescheduling/movability/owners-now.ts';
import { rulesNow } from '#decisions/rescheduling/problem/rules-now.ts';
import type { OwnerNow, WorkloadNow } from '#decisions/rescheduling/movability/workload-now.ts';
import { valueText } from '#load/annotations/annotation-text.ts';
import { parseInstant } from '#load/instant.ts';
import type { LoadView } from '#load/load-view.ts';
import { measureOf } from '#load/signals/signal.ts';
import { CLONE_LABEL } from '#decisions/rescheduling/migration/surge/clone-label.ts';
import { DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { likelyLanding } from '#decisions/rescheduling/migration/likely-landing.ts';
import { makersOf } from './makers-of.ts';
import type { MigrationSight } from './migration-sight.ts';
import type { MigrationView, NodeLoad, PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import { surgeChanceOf } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import { rivalsIn, surgeSubject } from '#decisions/rescheduling/migration/surge/surge-subject.ts';
import { targetsNow } from './targets-now.ts';

/** What is said of a migration beyond the cluster itself. */
export type Ruled = Pick<MigrationView, 'worth' | 'gate' | 'approval'>;

/** The view of one migration, as everything is seen now. */
export function viewOfMigration(migration: PodMigration, sight: MigrationSight, ruled: Ruled): MigrationView {
  const { metadata, spec, status } = migration;
  const { cluster, unread, load, surgeRight, movability: options } = sight;
  const pods = [...sight.podsIn(metadata.namespace)].filter((each) => !isTerminal(each));
  const pod = pods.find((each) => each.metadata.uid === spec.podRef.uid);
  const clone = pods.find(({ metadata: { labels = {} } }) => labels[CLONE_LABEL] === metadata.uid);
  const ownerOf = ownersNow(cluster, unread);
  const makers = makersOf(migration, pod, cluster);
  const siblings = pods.filter((each) => each !== pod && makers.has(controllerOf(each)?.uid ?? ''));
  const subject = { pod: pod ?? nobody, owner: ownerIn(pod ?? siblings[0], ownerOf) };
  const placed = pod === undefined ? undefined : cluster.pod(keyOf(pod.metadata));
  const rules = rulesNow(sight);
  const { phase } = status ?? {};
  const isToGo = phase === 'Approved' || phase === 'Evicting' || (phase === 'Surging' && clone === undefined);
  const goer = pod === undefined || placed === undefined || !isToGo ? undefined : { pod, placed, migration };
  const targets = goer === undefined ? [] : targetsOf(migration, targetsNow(goer, sight, rules));
  return {
    pod: pod === undefined ? undefined : podNow(pod),
    workload: workloadIn(subject.owner),
    siblings: siblings.map(podNow),
    clone: clone === undefined ? undefined : { ...podNow(clone), isAdopted: controllerOf(clone) !== undefined },
    movability: unlessRuled(
      movabilityNow(
        { ...subject, placed, budgets: budgetsOver(subject.pod.metadata, cluster) },
        { view: cluster, now: load.now, options },
      ),
      rules.obstacleOf(subject.pod),
    ),
    surge: surgeChanceOf(surgeSubject(subject, { view: cluster, right: surgeRight, rivalsOf: rivalsIn(cluster) })),
    requests: sight.requests,
    targets,
    landing: () => (goer === undefined ? { kind: 'good' } : likelyLanding(goer.placed, targets, sight)),
    loadOf: (node) => nodeLoad(node, load),
    ...ruled,
  };
}

/** What makes room goes where it is to go, or stays: elsewhere it would be moved for nobody. */
const targetsOf = ({ spec }: PodMigration, open: readonly string[]): readonly string[] =>
  spec.planned?.makesRoomFor !== undefined ? open.filter((node) => node === spec.targetNode) : open;

/** Stands for the pod where it is gone: nothing is decided by it then. */
const nobody: Pod = { metadata: { name: '', namespace: '', uid: '' }, spec: { containers: [] } };

/** What a plan heeds of rules is heeded to the last moment. */
function unlessRuled(movability: Movability, obstacle: Obstacle | undefined): Movability {
  return movability.kind === 'unmovable' || obstacle === undefined ? movability : { kind: 'unmovable', ...obstacle };
}

function ownerIn(pod: Pod | undefined, ownerOf: (pod: Pod) => OwnerNow): OwnerNow {
  return pod === undefined ? { kind: 'none' } : ownerOf(pod);
}

function workloadIn(owner: OwnerNow): WorkloadNow | undefined {
  return owner.kind === 'workload' ? owner.workload : undefined;
}

function podNow({ metadata, spec, status }: Pod): PodNow {
  const { namespace = '', name, uid, creationTimestamp = '', deletionTimestamp, annotations = {} } = metadata;
  return {
    namespace,
    name,
    uid,
    node: (spec.nodeName ?? '') === '' ? undefined : spec.nodeName,
    isReady: status?.conditions?.some(({ type, status: holds }) => type === 'Ready' && holds === 'True') === true,
    createdAt: parseInstant(creationTimestamp) ?? 0,
    goneBy: deletionTimestamp === undefined ? undefined : parseInstant(deletionTimestamp),
    deletionCost: Object.hasOwn(annotations, DELETION_COST) ? annotations[DELETION_COST] : undefined,
  };
}

function nodeLoad(name: string, load: LoadView): NodeLoad {
  const row = load.rowNamed(name);
  if (row === undefined) return { verdict: 'unknown', isSeen: false, ratios: {} };
  const ratios = load.signals.flatMap((signal, at): readonly (readonly [string, string])[] => {
    const value = load.value(row, at);
    const isRatio = measureOf(signal.unit, signal.denominator) === 'ratio' && !Number.isNaN(value);
    return isRatio ? [[signal.name, valueText(value, signal)]] : [];
  });
  return {
    verdict: load.verdict(row),
    isSeen: load.pressure(row).kind === 'known',
    ratios: Object.fromEntries(ratios) satisfies StringMap,
  };
}
