import { expect, test } from 'vitest';
import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Deployment, ReplicatedWorkload } from '#api/kubernetes/workload.ts';
import { appliedEvent, type ClusterKind } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { dialectOf } from '#api/dialect.ts';
import { ownersNow } from './owners-now.ts';

const owned = (kind: string, name: string): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind,
  name,
  uid: `uid-of-${name}`,
  controller: true,
});

const aPod = (...ownerReferences: readonly OwnerReference[]): Pod => ({
  metadata: { name: 'p', namespace: 'shop', uid: 'p', ownerReferences },
  spec: { containers: [] },
});

const aSet = (name: string, replicas: number, has = replicas): ReplicatedWorkload => ({
  metadata: { name, namespace: 'shop', uid: `uid-of-${name}`, ownerReferences: [owned('Deployment', 'web')] },
  spec: { replicas },
  status: { replicas: has },
});

function ownerOf(pod: Pod, sets: readonly ReplicatedWorkload[], unread: readonly ClusterKind[] = []) {
  const store = new ClusterStore(dialectOf('37').dialect);
  for (const set of sets) store.apply(appliedEvent('ReplicaSet', set));
  return ownersNow(store.view(), new Set(unread))(pod);
}

test('the Deployment above a ReplicaSet is who is counted', () => {
  expect(ownerOf(aPod(owned('ReplicaSet', 'web-1')), [aSet('web-1', 3), aSet('web-0', 0)])).toMatchObject({
    kind: 'workload',
    workload: { ref: { kind: 'Deployment', name: 'web' }, direct: { name: 'web-1' }, desired: 3, rollout: 'steady' },
  });
});

test('two ReplicaSets that want pods are a rollout; more pods than wanted are about to go', () => {
  const pod = aPod(owned('ReplicaSet', 'web-1'));
  expect(ownerOf(pod, [aSet('web-1', 3), aSet('web-0', 1)])).toMatchObject({ workload: { rollout: 'rolling' } });
  expect(ownerOf(pod, [aSet('web-1', 3), aSet('web-0', 0, 1)])).toMatchObject({ workload: { rollout: 'rolling' } });
  expect(ownerOf(pod, [aSet('web-1', 2, 3)])).toMatchObject({ workload: { rollout: 'scaling-in' } });
});

test('who is gone makes no pods; who could not be read is unknown', () => {
  const pod = aPod(owned('ReplicaSet', 'web-1'));
  expect(ownerOf(pod, [])).toMatchObject({ kind: 'missing' });
  expect(ownerOf(pod, [], ['ReplicaSet'])).toMatchObject({ kind: 'workload', workload: { rollout: 'unknown' } });
  const another = { ...aSet('web-1', 3), metadata: { ...aSet('web-1', 3).metadata, uid: 'another' } };
  expect(ownerOf(pod, [another])).toMatchObject({ kind: 'missing' });
  expect(ownerOf(aPod(), [])).toEqual({ kind: 'none' });
  expect(ownerOf(aPod({ ...owned('ReplicaSet', 'web-1'), controller: false }), [])).toEqual({ kind: 'no-controller' });
});

test('B-21 a: a pod of a ReplicaSet of a Rollout is counted as the Rollout’s, whose own state is not known', () => {
  const rollout = owned('Rollout', 'canary');
  expect(ownerOf(aPod(rollout), [])).toMatchObject({ workload: { ref: { kind: 'Rollout' }, rollout: 'unknown' } });
  const set = aSet('canary-1', 3);
  const ofRollout = { ...set, metadata: { ...set.metadata, ownerReferences: [rollout] } };
  expect(ownerOf(aPod(owned('ReplicaSet', 'canary-1')), [ofRollout])).toMatchObject({
    workload: { ref: { kind: 'Rollout', name: 'canary' } },
  });
});

const aDeployment = (spec: Deployment['spec'], status: Deployment['status'], generation = 1): Deployment => ({
  metadata: { name: 'web', namespace: 'shop', uid: 'uid-of-web', generation },
  spec: { replicas: 3, ...spec },
  status: { observedGeneration: 1, replicas: 3, updatedReplicas: 3, ...status },
});

function deployedBy(deployment: Deployment) {
  const store = new ClusterStore(dialectOf('37').dialect);
  store.apply(appliedEvent('ReplicaSet', aSet('web-1', 3)));
  store.apply(appliedEvent('Deployment', deployment));
  return ownersNow(store.view(), new Set())(aPod(owned('ReplicaSet', 'web-1')));
}

test('B-24: what a Deployment says of itself counts more than what its ReplicaSets show', () => {
  const rolloutOf = (deployment: Deployment) => deployedBy(deployment);
  expect(rolloutOf(aDeployment({}, {}))).toMatchObject({ workload: { rollout: 'steady', desired: 3 } });
  expect(rolloutOf(aDeployment({ paused: true }, {}))).toMatchObject({ workload: { rollout: 'paused' } });
  expect(rolloutOf(aDeployment({}, {}, 2))).toMatchObject({ workload: { rollout: 'unobserved' } });
  expect(rolloutOf(aDeployment({}, { updatedReplicas: 1 }))).toMatchObject({ workload: { rollout: 'rolling' } });
  expect(rolloutOf(aDeployment({ replicas: 2 }, {}))).toMatchObject({
    workload: { rollout: 'scaling-in', desired: 2 },
  });
  expect(rolloutOf(aDeployment({ strategy: { type: 'Recreate' } }, {}))).toMatchObject({
    workload: { strategy: 'Recreate' },
  });
});
