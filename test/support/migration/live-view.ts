import type { PodMigration } from '#api/pod-migration.ts';
import { compileSelector, selects } from '#api/label-selector.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import type { MigrationView, PodNow } from '#decisions/rescheduling/migration/migration-view.ts';
import { surgeChanceOf } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import { movabilityOf } from '#decisions/rescheduling/movability/movability.ts';
import { movabilityDefaults } from '#decisions/rescheduling/movability/subject.ts';
import type { OwnerNow, Rollout } from '#decisions/rescheduling/movability/workload-now.ts';
import { expectOk, type KubeApi, type KubeObject } from '../kube-api.ts';
import { isReady } from '../workloads.ts';

/** What a test says of the world that the API server does not know. */
export type Said = Pick<MigrationView, 'targets' | 'loadOf'>;

/** A migration's view, read anew from the API server with plain requests. */
export async function liveView(api: KubeApi, { metadata, spec }: PodMigration, said: Said): Promise<MigrationView> {
  const { namespace, uid: mark } = metadata;
  const pods: readonly KubeObject[] = expectOk(await api.get(`/api/v1/namespaces/${namespace}/pods`)).items;
  const pod = pods.find((each) => each.metadata.uid === spec.podRef.uid);
  const clone = pods.find((each) => each.metadata.labels?.[ourMarks.clone] === mark);
  const owner = await ownerOf(api, pod ?? pods.find((each) => controllerOf(each) !== undefined), namespace);
  const budgets: readonly KubeObject[] = expectOk(
    await api.get(`/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`),
  ).items;
  const over = budgets.filter((budget) => selects(compileSelector(budget.spec.selector), pod?.metadata.labels ?? {}));
  const workload = owner.kind === 'workload' ? owner.workload : undefined;
  const subject = { pod: pod ?? aGonePod, owner };
  return {
    pod: pod === undefined ? undefined : podNow(pod),
    workload,
    siblings: pods
      .filter((each) => each !== pod && controllerOf(each)?.uid === workload?.direct.uid)
      .map((each) => podNow(each)),
    clone: clone === undefined ? undefined : { ...podNow(clone), isAdopted: controllerOf(clone) !== undefined },
    movability: movabilityOf(
      {
        ...subject,
        budgets: over.map(({ metadata: { name }, status }) => ({
          name,
          disruptionsAllowed: status?.disruptionsAllowed,
        })),
        now: Date.now(),
      },
      { ...movabilityDefaults, minimumAgeMs: 0 },
    ),
    surge: surgeChanceOf({ ...subject, claims: [], otherControllers: [], right: 'held' }),
    requests: 'not-answered',
    landing: () => ({ kind: 'good' }),
    worth: { kind: 'holds' },
    gate: { kind: 'open' },
    approval: 'granted',
    ...said,
  };
}

const aGonePod: KubeObject = { metadata: { name: 'gone', namespace: '', uid: '' }, spec: { containers: [] } };

const controllerOf = (pod: KubeObject): KubeObject =>
  pod.metadata.ownerReferences?.find((owner: KubeObject) => owner.controller);

function podNow(pod: KubeObject): PodNow {
  const { namespace, name, uid, creationTimestamp, deletionTimestamp, annotations = {} } = pod.metadata;
  return {
    namespace,
    name,
    uid,
    node: pod.spec.nodeName,
    isReady: isReady(pod),
    createdAt: Date.parse(creationTimestamp),
    goneBy: deletionTimestamp === undefined ? undefined : Date.parse(deletionTimestamp),
    deletionCost: annotations[DELETION_COST],
  };
}

async function ownerOf(api: KubeApi, pod: KubeObject, namespace: string): Promise<OwnerNow> {
  const direct = pod === undefined ? undefined : controllerOf(pod);
  if (direct === undefined) return { kind: 'none' };
  const apps = `/apis/apps/v1/namespaces/${namespace}`;
  const own = expectOk(await api.get(`${apps}/${direct.kind.toLowerCase()}s/${direct.name}`));
  const above = controllerOf(own);
  const top = above === undefined ? own : expectOk(await api.get(`${apps}/deployments/${above.name}`));
  const { name, uid } = top.metadata;
  return {
    kind: 'workload',
    workload: {
      ref: { apiVersion: 'apps/v1', kind: above?.kind ?? direct.kind, name, uid },
      direct,
      desired: top.spec.replicas,
      rollout: rolloutOf(top),
      strategy: top.spec.strategy?.type,
    },
  };
}

function rolloutOf({ metadata, spec, status }: KubeObject): Rollout {
  if (spec.paused === true) return 'paused';
  if ((status.observedGeneration ?? 0) < metadata.generation) return 'unobserved';
  if ((status.updatedReplicas ?? 0) < spec.replicas) return 'rolling';
  if ((status.replicas ?? 0) > (status.updatedReplicas ?? 0)) return 'rolling';
  return (status.replicas ?? 0) > spec.replicas ? 'scaling-in' : 'steady';
}
