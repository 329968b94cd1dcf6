import { expect } from 'vitest';
import { clusterTest } from '../control-plane/cluster-test.ts';
import { prometheusProgram } from '../prometheus/start-prometheus.ts';
import { soak } from './soak.ts';

clusterTest(
  'a small cluster of chance goes by, and no promise is broken',
  async ({ controlPlane, api, namespace, skip }) => {
    const prometheus = prometheusProgram('prometheus');
    if (prometheus === undefined) skip('prometheus is not installed: apt-get install prometheus');
    const seed = Date.now() % 1_000_000;
    const soaked = await soak({
      controlPlane,
      api,
      namespace,
      prometheus: prometheus!,
      nodes: 12,
      apps: 15,
      replicas: 4,
      pace: 1,
      roles: 1,
      seed,
      forMs: 30_000,
      everyMs: 800,
      blindMs: 10_000,
      say: () => undefined,
    });
    expect(soaked.broken, `seed ${seed}`).toEqual([]);
    expect(soaked.evictions + soaked.surges, JSON.stringify(soaked)).toBeGreaterThan(0);
  },
  300_000,
);
