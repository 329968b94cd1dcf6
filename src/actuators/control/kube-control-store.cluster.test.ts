import { expect } from 'vitest';
import { KubeClient } from '#kube/client/kube-client.ts';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { kubeControlStore } from './kube-control-store.ts';

const since = '2026-11-30T10:00:00.000Z';

clusterTest(
  'a pause is written where nothing stood, and lifted; what others wrote there stays',
  async ({ api, controlPlane, namespace }) => {
    const transport = connected(controlPlane);
    const store = kubeControlStore(new KubeClient(transport), namespace);
    const path = `/api/v1/namespaces/${namespace}/configmaps/plimsoll-control`;
    try {
      expect(await store.read()).toEqual({ pause: { kind: 'free' }, breaker: { kind: 'free' } });
      const pause = { kind: 'held', since, reason: 'The database is upgraded.' } as const;
      const both = await Promise.all([
        store.write({ pause }),
        store.write({ breaker: { kind: 'held', since, reason: 'Three moves in a row did not help.' } }),
      ]);
      expect(both).toHaveLength(2);
      expect(await store.read()).toMatchObject({ pause, breaker: { kind: 'held' } });
      expectOk(await api.merge(path, { data: { note: 'kept' } }));
      expect(await store.write({ pause: { kind: 'free' } })).toMatchObject({
        pause: { kind: 'free' },
        breaker: { kind: 'held', reason: 'Three moves in a row did not help.' },
      });
      expect(expectOk(await api.get(path)).data).toEqual({
        note: 'kept',
        paused: 'false',
        'breaker-open': 'true',
        'breaker-since': since,
        'breaker-reason': 'Three moves in a row did not help.',
      });
    } finally {
      await transport.close();
    }
  },
);
