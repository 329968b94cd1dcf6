import type { Pieces } from '../promql.ts';
import type { Expression, NodeDialect, PodDialect } from './dialect.ts';
import { byPod, oldest } from './cadvisor.ts';
import { newest } from './node-exporter.ts';

/** Recording rules of kube-prometheus (kubernetes-mixin, node-mixin): all there is where raw series are not kept. */
export const kubePrometheusNodes: NodeDialect = (pieces) => ({
  cpu: recorded(pieces, 'instance:node_cpu_utilisation:rate5m'),
  memory: recorded(pieces, 'instance:node_memory_utilisation:ratio'),
  load: recorded(pieces, 'instance:node_load1_per_cpu:ratio'),
});

function recorded(pieces: Pieces, rule: string): Expression {
  const series = pieces.select(rule);
  return { value: `max by (${pieces.byNode}) (${series})`, takenAt: newest(pieces, series) };
}

const CONTAINER = 'node_namespace_pod_container:container';

export const kubePrometheusPods: PodDialect = ({ select }) => ({
  'pod-cpu': [
    ofContainers(select(`${CONTAINER}_cpu_usage_seconds_total:sum_rate5m`)),
    ofContainers(select(`${CONTAINER}_cpu_usage_seconds_total:sum_irate`)),
  ],
  'pod-memory': [ofContainers(select(`${CONTAINER}_memory_working_set_bytes`))],
});

function ofContainers(series: string): Expression {
  return { value: byPod(series), takenAt: oldest(series) };
}
