import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import type { OwnerReference } from '#api/kubernetes/metadata.ts';
import { appliedEvent } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { makerOf } from './maker-of.ts';

const controlledBy = (kind: string, name: string): OwnerReference => ({
  apiVersion: 'apps/v1',
  kind,
  name,
  uid: `uid-of-${name}`,
  controller: true,
});

/** A cluster with one ReplicaSet, `web-1`. */
function makerIn(above: readonly OwnerReference[], controller: OwnerReference | undefined): string | undefined {
  const store = new ClusterStore(dialectOf('37').dialect);
  const metadata = { namespace: 'shop', name: 'web-1', uid: 'uid-of-web-1', ownerReferences: [...above] };
  store.apply(appliedEvent('ReplicaSet', { metadata }));
  return makerOf({ uid: 'p', namespace: 'shop', controller }, store.view());
}

const web = controlledBy('Deployment', 'web');
const cases = [
  { name: 'of a ReplicaSet that a Deployment rolls: the Deployment', above: [web], of: 'web-1', maker: 'uid-of-web' },
  { name: 'of a ReplicaSet on its own: itself', above: [], of: 'web-1', maker: 'uid-of-web-1' },
  { name: 'of a ReplicaSet that is not known: itself', above: [web], of: 'web-2', maker: 'uid-of-web-2' },
];
for (const { name, above, of, maker } of cases) {
  test(`the maker ${name}`, () => expect(makerIn(above, controlledBy('ReplicaSet', of))).toBe(maker));
}

test('another ReplicaSet that has the name by now is not asked', () => {
  expect(makerIn([web], { ...controlledBy('ReplicaSet', 'web-1'), uid: 'earlier' })).toBe('earlier');
});

test('other controllers make pods themselves, and a bare pod has no maker', () => {
  expect(makerIn([web], controlledBy('StatefulSet', 'cart'))).toBe('uid-of-cart');
  expect(makerIn([web], undefined)).toBeUndefined();
});
