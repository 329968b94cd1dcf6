import { expect, test } from 'vitest';
import type { ObjectMeta } from './kubernetes/metadata.ts';
import type { Pod, PodSpec, PodStatus } from './kubernetes/pod.ts';
import {
  controllerOf,
  holdsNode,
  isDaemon,
  isGated,
  isStatic,
  isTerminal,
  isTerminating,
  priorityOf,
} from './pod-standing.ts';

function aPod(metadata: Partial<ObjectMeta>, spec: Partial<PodSpec> = {}, status: PodStatus = {}): Pod {
  return { metadata: { name: 'p', uid: 'u', ...metadata }, spec: { containers: [], ...spec }, status };
}

const bound = { nodeName: 'n' };
const holding = [
  { name: 'a pod without a node holds none', pod: aPod({}), want: false },
  { name: 'nor does one whose node is empty', pod: aPod({}, { nodeName: '' }), want: false },
  { name: 'a bound pod holds its node while it still waits', pod: aPod({}, bound, { phase: 'Pending' }), want: true },
  { name: 'and on its way out (C-10)', pod: aPod({ deletionTimestamp: '2026-01-01T00:00:00Z' }, bound), want: true },
  { name: 'one that succeeded holds nothing (C-05)', pod: aPod({}, bound, { phase: 'Succeeded' }), want: false },
  { name: 'nor one that failed', pod: aPod({}, bound, { phase: 'Failed' }), want: false },
];
for (const { name, pod, want } of holding) test(name, () => expect(holdsNode(pod)).toBe(want));

const owner = (kind: string, controller = true): Partial<ObjectMeta> => ({
  ownerReferences: [{ apiVersion: 'v1', kind, name: 'x', uid: 'o', controller }],
});

test('a static pod is known by its mirror, its source or its node', () => {
  expect(isStatic(aPod({ annotations: { 'kubernetes.io/config.mirror': '' } }))).toBe(true);
  expect(isStatic(aPod({ annotations: { 'kubernetes.io/config.source': 'file' } }))).toBe(true);
  expect(isStatic(aPod({ annotations: { 'kubernetes.io/config.source': 'api' } }))).toBe(false);
  expect(isStatic(aPod(owner('Node')))).toBe(true);
  expect(isStatic(aPod(owner('ReplicaSet')))).toBe(false);
});

test('only the owner in control made the pod', () => {
  expect(isDaemon(aPod(owner('DaemonSet')))).toBe(true);
  expect(isDaemon(aPod(owner('DaemonSet', false)))).toBe(false);
  expect(controllerOf(aPod({}))).toBeUndefined();
});

test('ends, gates and priority are read where they are written', () => {
  expect([isTerminal(aPod({}, {}, { phase: 'Failed' })), isTerminal(aPod({}, {}, { phase: 'Running' }))]).toEqual([
    true,
    false,
  ]);
  expect([isTerminating(aPod({ deletionTimestamp: 'x' })), isTerminating(aPod({}))]).toEqual([true, false]);
  expect([isGated(aPod({}, { schedulingGates: [{ name: 'g' }] })), isGated(aPod({}))]).toEqual([true, false]);
  expect([priorityOf(aPod({}, { priority: -5 })), priorityOf(aPod({}))]).toEqual([-5, 0]);
});
