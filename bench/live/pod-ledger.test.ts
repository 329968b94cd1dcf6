import { expect, test } from 'vitest';
import type { KubeObject } from '../../test/support/kube-api.ts';
import { PodLedger } from './pod-ledger.ts';

const ready = { type: 'Ready', status: 'True' };
const evicted = { type: 'DisruptionTarget', status: 'True', reason: 'EvictionByEvictionAPI' };

const aPod = (overrides: KubeObject = {}, conditions: readonly KubeObject[] = []): KubeObject => ({
  metadata: { uid: 'u', labels: { app: 'web' }, ...overrides.metadata },
  spec: { ...overrides.spec },
  status: { phase: overrides.phase ?? 'Pending', conditions },
});

test('a pod is told from its creation to its end', () => {
  const ledger = new PodLedger();
  const bound = { spec: { nodeName: 'n' } };
  const leaving = { ...bound, metadata: { deletionTimestamp: '2026-11-30T12:00:00Z' }, phase: 'Running' };
  ledger.heed({ type: 'ADDED', object: aPod() }, 1);
  ledger.heed({ type: 'MODIFIED', object: aPod({ ...bound, phase: 'Running' }) }, 2);
  ledger.heed({ type: 'MODIFIED', object: aPod({ ...bound, phase: 'Running' }, [ready]) }, 3);
  ledger.heed({ type: 'MODIFIED', object: aPod(leaving, [ready, evicted]) }, 4);
  ledger.heed({ type: 'DELETED', object: aPod(leaving, [ready, evicted]) }, 5);
  expect(ledger.stories).toEqual([
    { workload: 'web', node: 'n', runsFrom: 2, readyFrom: 3, leavesAt: 4, endedAt: 5, wasEvicted: true },
  ]);
});

test('a pod that its workload retired was not evicted', () => {
  const ledger = new PodLedger();
  ledger.heed({ type: 'ADDED', object: aPod({ spec: { nodeName: 'n' }, phase: 'Running' }, [ready]) }, 1);
  ledger.heed({ type: 'DELETED', object: aPod({ spec: { nodeName: 'n' }, phase: 'Running' }, [ready]) }, 2);
  expect(ledger.stories).toMatchObject([{ leavesAt: 2, endedAt: 2, wasEvicted: false }]);
});
