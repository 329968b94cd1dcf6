import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { ClusterStore } from './cluster-store.ts';
import { CPU } from './columns/resource-columns.ts';

const oneCore = { requests: { cpu: '1' } };

function storeWith(...pods: readonly Pod[]): ClusterStore {
  const store = new ClusterStore();
  store.apply({ kind: 'applied', of: 'Node', object: aNode('n') });
  for (const object of pods) store.apply({ kind: 'applied', of: 'Pod', object });
  return store;
}

/** Pods on the node, and the cores they ask for. */
function taken(store: ClusterStore): { pods: number; cores: number } {
  const { nodes } = store.view();
  const row = nodes.rowOf('n')!;
  return { pods: nodes.podCount[row]!, cores: nodes.resources.columns[CPU]!.requested[row]! / 1000 };
}

test('the same news twice counts once', () => {
  const pod = placedPod('p', 'n', oneCore);
  expect(taken(storeWith(pod, pod))).toEqual({ pods: 1, cores: 1 });
});

test('a pod counts until it has ended or is gone, also while it ends', () => {
  const pod = placedPod('p', 'n', oneCore);
  const store = storeWith({ ...pod, metadata: { ...pod.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
  expect(taken(store)).toEqual({ pods: 1, cores: 1 });
  store.apply({ kind: 'applied', of: 'Pod', object: { ...pod, status: { phase: 'Succeeded' } } });
  expect(taken(store)).toEqual({ pods: 0, cores: 0 });
});

test('pods of a node that is not known wait for it', () => {
  const store = new ClusterStore();
  store.apply({ kind: 'applied', of: 'Pod', object: placedPod('p', 'n', oneCore) });
  store.apply({ kind: 'applied', of: 'Node', object: aNode('n') });
  expect(taken(store)).toEqual({ pods: 1, cores: 1 });
  store.apply({ kind: 'removed', of: 'Node', object: aNode('n') });
  store.apply({ kind: 'applied', of: 'Node', object: aNode('n') });
  expect(taken(store)).toEqual({ pods: 1, cores: 1 });
});

test('a placement counts at once, and no longer if nobody confirms it in time', () => {
  const store = storeWith(aPod('p', oneCore));
  store.apply({ kind: 'assumed', pod: aPod('p', oneCore), nodeName: 'n', untilMs: 30_000 });
  // older news than ours
  store.apply({ kind: 'applied', of: 'Pod', object: aPod('p', oneCore) });
  expect(taken(store)).toEqual({ pods: 1, cores: 1 });
  expect(store.expire(29_999)).toEqual([]);
  expect(store.expire(30_000)).toEqual(['blue/p']);
  expect(taken(store)).toEqual({ pods: 0, cores: 0 });
});

test('a placement that is confirmed stays, elsewhere if the world says so', () => {
  const store = storeWith();
  store.apply({ kind: 'assumed', pod: aPod('p', oneCore), nodeName: 'elsewhere', untilMs: 30_000 });
  store.apply({ kind: 'applied', of: 'Pod', object: placedPod('p', 'n', oneCore) });
  expect(store.expire(Infinity)).toEqual([]);
  expect(taken(store)).toEqual({ pods: 1, cores: 1 });
});

test('a placement that came to nothing is forgotten; what the world confirmed is not', () => {
  const store = storeWith(placedPod('q', 'n', oneCore));
  store.apply({ kind: 'assumed', pod: aPod('p', oneCore), nodeName: 'n', untilMs: 30_000 });
  for (const name of ['p', 'q']) store.apply({ kind: 'forgotten', pod: aPod(name, oneCore) });
  expect(taken(store)).toEqual({ pods: 1, cores: 1 });
});

test('a view that events have overtaken says so', () => {
  const store = storeWith();
  const view = store.view();
  store.apply({ kind: 'applied', of: 'Pod', object: placedPod('p', 'n') });
  expect(() => view.nodes).toThrow(expect.objectContaining({ code: 'cluster/stale-view' }));
});

test('nothing happens to the cluster while somebody supposes', () => {
  const store = storeWith();
  const event = { kind: 'applied', of: 'Pod', object: placedPod('p', 'n') } as const;
  expect(() => store.view().suppose(() => store.apply(event))).toThrow(
    expect.objectContaining({ code: 'cluster/supposing' }),
  );
  store.apply(event);
  expect(taken(store).pods).toBe(1);
});
