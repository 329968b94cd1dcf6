import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GuardedProcess, startGuarded } from '../../test/support/guarded-process.ts';
import { LAPSE, lapsedText, MINUTE, spans } from './lapse.ts';

/** Where a contender works. */
export interface Arena {
  readonly kubeconfig: string;
  readonly prometheusUrl: string;
  /** Exists; for Leases. */
  readonly leaseNamespace: string;
  /** For its files, its log among them. */
  readonly folder: string;
}

/** Who is to keep nodes under their line. */
export interface Contender {
  readonly name: string;
  readonly start: (arena: Arena) => Promise<GuardedProcess>;
}

/** A process that does nothing. */
export const nobody: Contender = {
  name: 'nobody',
  start: ({ folder }) => startGuarded('nobody', { program: 'sleep', args: ['1d'], log: join(folder, 'nobody.log') }),
};

/** Share of a node that is in use: of CPU or of memory, whatever is more. */
const useOfNodes = ((window: string): string => {
  const cpu = `1 - avg by (instance) (rate(node_cpu_seconds_total{mode="idle"}[${window}]))`;
  const memory = '1 - max by (instance) (node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes)';
  return `clamp((${cpu}) > (${memory}) or (${memory}), 0, 1)`;
})(lapsedText(spans.window));

/**
 * LowNodeUtilization on Prometheus: its line is ours, and a node may take pods below 60 %. Its chart's Deployment looks
 * every five minutes. nodeFit, which its README advises, is on.
 */
const deschedulerPolicy = (prometheusUrl: string): object => ({
  apiVersion: 'descheduler/v1alpha2',
  kind: 'DeschedulerPolicy',
  metricsProviders: [{ source: 'Prometheus', prometheus: { url: prometheusUrl } }],
  profiles: [
    {
      name: 'live',
      pluginConfig: [
        { name: 'DefaultEvictor', args: { nodeFit: true } },
        {
          name: 'LowNodeUtilization',
          args: {
            thresholds: { MetricResource: 60 },
            targetThresholds: { MetricResource: 80 },
            metricsUtilization: { source: 'Prometheus', prometheus: { query: useOfNodes } },
          },
        },
      ],
      plugins: { balance: { enabled: ['LowNodeUtilization'] } },
    },
  ],
});

export const descheduler = (program: string): Contender => ({
  name: 'descheduler',
  start({ kubeconfig, prometheusUrl, folder }) {
    const policy = join(folder, 'policy.yaml');
    writeFileSync(policy, JSON.stringify(deschedulerPolicy(prometheusUrl)));
    return startGuarded('descheduler', {
      program,
      args: [
        `--kubeconfig=${kubeconfig}`,
        `--policy-config-file=${policy}`,
        `--prometheus-url=${prometheusUrl}`,
        `--descheduling-interval=${lapsedText(5 * MINUTE)}`,
        '--disable-metrics',
        '--secure-port=0',
        '--v=3',
      ],
      log: join(folder, 'descheduler.log'),
    });
  },
});

/** Defaults, each in its lapse; but acting, which is not the default at install. */
const configuration = (prometheusUrl: string): object => ({
  sources: {
    prometheus: { url: prometheusUrl, scrapeInterval: lapsedText(spans.scrape), window: lapsedText(spans.window) },
    interval: lapsedText(MINUTE / 2),
  },
  load: { freshFor: lapsedText(5 * MINUTE), forgetAfter: lapsedText(15 * MINUTE) },
  annotations: { heartbeat: lapsedText(MINUTE) },
  rescheduling: {
    mode: 'act',
    interval: lapsedText(MINUTE),
    deadline: lapsedText(30 * MINUTE),
    settle: lapsedText(5 * MINUTE),
    history: lapsedText(24 * 60 * MINUTE),
    movability: { minimumAge: lapsedText(10 * MINUTE) },
  },
  // a Lease counts in whole seconds
  leadership: { leaseDuration: '5s' },
  serving: { bindAddress: '127.0.0.1', httpPort: 0 },
});

export const plimsoll: Contender = {
  name: 'plimsoll',
  start({ kubeconfig, prometheusUrl, leaseNamespace, folder }) {
    const config = join(folder, 'plimsoll.yaml');
    const { leadership, ...rest } = configuration(prometheusUrl) as Record<string, object>;
    writeFileSync(config, JSON.stringify({ ...rest, leadership: { ...leadership, namespace: leaseNamespace } }));
    const script = join(import.meta.dirname, 'serve-in-lapse.ts');
    const roles = ['serve', '--role', 'collector,rescheduler'];
    return startGuarded('plimsoll', {
      program: process.execPath,
      args: [script, String(LAPSE), ...roles, '--kubeconfig', kubeconfig, '--config', config],
      log: join(folder, 'plimsoll.log'),
    });
  },
};
