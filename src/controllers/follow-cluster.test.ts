import { expect, test } from 'vitest';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { MemoryCluster } from '#test/support/memory-cluster.ts';
import { ClusterFollower } from './follow-cluster.ts';

const never = new AbortController().signal;

const aService = { metadata: { namespace: 'shop', name: 'web', uid: 'one' }, spec: { selector: { app: 'web' } } };

test('the store holds what there is once it is in sync, and what comes and goes after that', async () => {
  const cluster = new MemoryCluster();
  cluster.put('Service', aService);
  const store = new ClusterStore();
  const follower = new ClusterFollower(cluster, store);
  const ending = new AbortController();
  const running = follower.run(ending.signal);
  await follower.whenInSync(never);
  expect(store.view().object('Service', 'shop/web')).toEqual(aService);
  expect(follower.standings.find(({ kind }) => kind === 'Service')).toMatchObject({ objects: 1 });
  cluster.remove('Service', aService);
  expect(store.view().object('Service', 'shop/web')).toBeUndefined();
  ending.abort();
  await running;
});

test('whoever waits can be told to stop', async () => {
  const follower = new ClusterFollower(new MemoryCluster(), new ClusterStore());
  const reason = new Error('enough');
  await expect(follower.whenInSync(AbortSignal.abort(reason))).rejects.toBe(reason);
  const waiting = new AbortController();
  const waited = follower.whenInSync(waiting.signal);
  waiting.abort(reason);
  await expect(waited).rejects.toBe(reason);
});
