import { expect, test } from 'vitest';
import { inZoneOrder, zoneOf } from './zone-order.ts';

test('zones take turns, in the order they were met', () => {
  const zones = ['a', 'a', 'b', 'a', 'c'];
  expect(inZoneOrder(Int32Array.of(0, 1, 2, 3, 4), (row) => zones[row]!)).toEqual([0, 2, 4, 1, 3]);
});

test('the older label wins where a node bears both', () => {
  const beta = 'failure-domain.beta.kubernetes.io/zone';
  const both = { [beta]: 'old', 'topology.kubernetes.io/zone': 'new' };
  expect(zoneOf(both)).toBe(zoneOf({ [beta]: 'old' }));
  expect(zoneOf(both)).not.toBe(zoneOf({ 'topology.kubernetes.io/zone': 'new' }));
});
