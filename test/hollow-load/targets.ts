import type { LoadModel } from './load-model.ts';
import type { Quirks } from './quirks.ts';

/** By which labels a series of node_exporter tells its node; each is how some widely used stack is set up. */
export const labelings = ['instance-address', 'instance-name', 'node-label'] as const;
export type Labeling = (typeof labelings)[number];

/** What is scraped: node_exporter, and two pages of the kubelet. */
export const jobs = ['node-exporter', 'cadvisor', 'resource'] as const;
export type Job = (typeof jobs)[number];

/** One target, as Prometheus' HTTP service discovery wants it. */
export interface TargetGroup {
  readonly targets: readonly [string];
  readonly labels: Readonly<Record<string, string>>;
}

export const pathOf = (node: string, page: 'metrics' | 'metrics/cadvisor' | 'metrics/resource'): string =>
  `/nodes/${node}/${page}`;

/** All targets of a job. They live on one port, and say so of their nodes' addresses and usual ports. */
export function targetsOf(job: Job, labeling: Labeling, host: string, model: LoadModel, quirks: Quirks): TargetGroup[] {
  return model.nodes.flatMap((node): TargetGroup[] => {
    const address = model.addressOf(node);
    if (job === 'node-exporter') {
      const path = { __metrics_path__: pathOf(node, 'metrics') };
      return quirks.exporters(node).map((pod) => ({
        targets: [host],
        labels: { ...path, ...exporterLabels(labeling, node, address), namespace: 'monitoring', pod },
      }));
    }
    const path = pathOf(node, `metrics/${job}`);
    const labels = { instance: `${address}:10250`, node, metrics_path: `/metrics/${job}` };
    return [{ targets: [host], labels: { __metrics_path__: path, job: 'kubelet', ...labels } }];
  });
}

function exporterLabels(labeling: Labeling, node: string, address: string): Record<string, string> {
  switch (labeling) {
    case 'instance-address':
      return { instance: `${address}:9100` };
    case 'instance-name':
      return { instance: node };
    case 'node-label':
      return { node, instance: `${address}:9100` };
  }
}
