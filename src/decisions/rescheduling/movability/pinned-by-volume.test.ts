import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import { appliedEvent } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { pinnedByVolume } from './pinned-by-volume.ts';

/** A pod on node `a` with a claim whose volume can be used on these nodes; on all where nothing is said. */
function pinnedTo(usableOn?: readonly string[]): string | undefined {
  const store = new ClusterStore(dialectOf('37').dialect);
  for (const name of ['a', 'b', 'c']) {
    const labels = { 'kubernetes.io/hostname': name };
    store.apply(appliedEvent('Node', { metadata: { name, uid: name, labels }, status: { allocatable: { cpu: '4' } } }));
  }
  const expression = { key: 'kubernetes.io/hostname', operator: 'In' as const, values: usableOn ?? [] };
  const required = { nodeSelectorTerms: [{ matchExpressions: [expression] }] };
  const metadata = (name: string) => ({ name, namespace: 'shop', uid: name });
  store.apply(
    appliedEvent('PersistentVolume', {
      metadata: { name: 'disk', uid: 'disk' },
      spec: usableOn === undefined ? {} : { nodeAffinity: { required } },
    }),
  );
  store.apply(appliedEvent('PersistentVolumeClaim', { metadata: metadata('data'), spec: { volumeName: 'disk' } }));
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  store.apply(appliedEvent('Pod', { metadata: metadata('db'), spec: { nodeName: 'a', containers: [], volumes } }));
  const view = store.view();
  return pinnedByVolume(view.pod('shop/db')!, view);
}

test('a volume that one node alone can use pins its pod; one that others reach does not', () => {
  expect(pinnedTo(['a'])).toBe('a');
  expect(pinnedTo(['a', 'c'])).toBeUndefined();
  expect(pinnedTo()).toBeUndefined();
});
