import { ageMs, nodeAddress, nodeUse, podBytes, podCores, podName } from './population.ts';

/** How many there are, and the moment they are looked at. */
export interface Look {
  readonly nodes: number;
  readonly pods: number;
  readonly round: number;
  readonly nowMs: number;
}

type Series = (number: number) => { readonly labels: string; readonly value: number };

/** A vector as a real Prometheus writes it for a query of ours: all values, then when each was measured. */
function vector(count: number, { nowMs }: Look, series: Series): string {
  const evaluatedAt = (nowMs / 1000).toFixed(3);
  const rows: string[] = [];
  const row = (labels: string, kind: string, value: number): void => {
    rows.push(`{"metric":{${labels},"plimsoll_row":"${kind}"},"value":[${evaluatedAt},"${value}"]}`);
  };
  for (let number = 0; number < count; number++) {
    const { labels, value } = series(number);
    row(labels, 'value', value);
  }
  for (let number = 0; number < count; number++) row(series(number).labels, 'taken-at', (nowMs - ageMs(number)) / 1000);
  return `{"status":"success","data":{"resultType":"vector","result":[${rows.join(',')}]}}`;
}

export function nodesVector(signal: number, look: Look): string {
  return vector(look.nodes, look, (node) => ({
    labels: `"instance":"${nodeAddress(node)}:9100"`,
    value: nodeUse(signal, node, look.round),
  }));
}

export function podsVector(of: 'cores' | 'bytes', look: Look): string {
  return vector(look.pods, look, (pod) => {
    const { namespace, name } = podName(pod);
    const value = of === 'cores' ? podCores(pod, look.round) : podBytes(pod);
    return { labels: `"namespace":"${namespace}","pod":"${name}"`, value };
  });
}

/** A PodMetricsList as metrics-server writes it. */
export function podMetricsList({ pods, round, nowMs }: Look): string {
  const items = Array.from({ length: pods }, (_, pod) => {
    const { namespace, name } = podName(pod);
    const takenAt = `${new Date(nowMs - ageMs(pod)).toISOString().slice(0, 19)}Z`;
    const labels = { app: `service-${pod % 6000}`, 'pod-template-hash': name.split('-')[2] };
    const metadata = { name, namespace, creationTimestamp: takenAt, labels };
    const usage = {
      cpu: `${Math.round(podCores(pod, round) * 1e9)}n`,
      memory: `${Math.floor(podBytes(pod) / 1024)}Ki`,
    };
    return JSON.stringify({ metadata, timestamp: takenAt, window: '15.062s', containers: [{ name: 'main', usage }] });
  });
  return `{"kind":"PodMetricsList","apiVersion":"metrics.k8s.io/v1beta1","metadata":{},"items":[${items.join(',')}]}`;
}
