import { expectOk } from '../../test/support/kube-api.ts';
import { startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { prometheusProgram } from '../../test/prometheus/start-prometheus.ts';
import { soak } from '../../test/soak/soak.ts';
import type { Findings, Suite } from '../measure.ts';

interface SoakFlags {
  readonly minutes?: string;
  readonly nodes?: string;
  readonly seed?: string;
}

const PODS_PER_NODE = 10;
const REPLICAS = 4;

export const suite: Suite = {
  about: 'the role as processes in a cluster of churn and faults: promises broken, by the API server’s audit log',
  options: { minutes: { type: 'string' }, nodes: { type: 'string' }, seed: { type: 'string' } },
  async run(say, options): Promise<Findings> {
    const flags = options as SoakFlags;
    const minutes = Number(flags.minutes ?? 30);
    const nodes = Number(flags.nodes ?? 60);
    const seed = Number(flags.seed ?? Date.now() % 1_000_000);
    const prometheus = prometheusProgram('prometheus');
    if (prometheus === undefined) throw new Error('prometheus is not installed: apt-get install prometheus');
    say(`seed ${seed}: ${nodes} nodes, ${nodes * PODS_PER_NODE} pods, ${minutes} minutes`);
    const controlPlane = await startControlPlane();
    const { url, ca, keys, auditLog, api } = controlPlane;
    try {
      const namespace = 'soak';
      expectOk(await api.create('/api/v1/namespaces', { metadata: { name: namespace } }));
      const soaked = await soak({
        controlPlane: { url, ca, auditLog, ...keys.admin },
        api,
        namespace,
        prometheus,
        nodes,
        apps: Math.round((nodes * PODS_PER_NODE) / REPLICAS),
        replicas: REPLICAS,
        pace: 4,
        roles: 2,
        seed,
        forMs: minutes * 60_000,
        everyMs: 1500,
        blindMs: 60_000,
        say,
      });
      const { broken, evictions, surges, deeds, ends } = soaked;
      const command = `npm run bench -- soak --minutes ${minutes} --nodes ${nodes} --seed ${seed}`;
      return {
        measures: {
          'promises-broken': { value: broken.length, unit: 'promises', goal: '= 0' },
          'moves-by-surge': { value: surges, unit: 'pods' },
          'moves-by-eviction': { value: evictions, unit: 'pods' },
          deeds: { value: deeds, unit: 'deeds' },
        },
        beside: { command, minutes, nodes, seed, ends, broken },
        printed: [...broken, ...Object.entries(ends).map(([end, count]) => `  ${end}: ${count}`)].join('\n'),
      };
    } finally {
      await controlPlane.stop();
    }
  },
};
