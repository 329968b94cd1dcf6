const CPU_WINDOW = '5m';

/**
 * Rules that record under the names of kube-prometheus what its dashboards and alerts are made of, so that queries which
 * rest on records have some. `window` in place of five minutes: a test has no time for the real one.
 */
export function recordingRules(everyMs: number, window: string = CPU_WINDOW): object {
  const unused = 'node_cpu_seconds_total{job="node-exporter",mode=~"idle|iowait|steal"}';
  const ofContainers = 'job="kubelet",metrics_path="/metrics/cadvisor",image!=""';
  const byContainer = 'sum by (namespace, pod, container, node)';
  const recorded = {
    'instance:node_num_cpu:sum': 'count without (cpu, mode) (node_cpu_seconds_total{job="node-exporter",mode="idle"})',
    'instance:node_cpu_utilisation:rate5m': `1 - avg without (cpu) (sum without (mode) (rate(${unused}[${window}])))`,
    'instance:node_load1_per_cpu:ratio': 'node_load1{job="node-exporter"} / instance:node_num_cpu:sum',
    'instance:node_memory_utilisation:ratio':
      '1 - node_memory_MemAvailable_bytes{job="node-exporter"} / node_memory_MemTotal_bytes{job="node-exporter"}',
    'node_namespace_pod_container:container_cpu_usage_seconds_total:sum_rate5m': `${byContainer} (rate(container_cpu_usage_seconds_total{${ofContainers}}[${window}]))`,
    'node_namespace_pod_container:container_memory_working_set_bytes': `${byContainer} (container_memory_working_set_bytes{${ofContainers}})`,
  };
  const rules = Object.entries(recorded).map(([record, expr]) => ({ record, expr }));
  return { groups: [{ name: 'kube-prometheus', interval: `${everyMs}ms`, rules }] };
}
