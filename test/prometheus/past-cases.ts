import type { PastSeries } from './backfill.ts';
import {
  counter,
  cpuCounters,
  gauge,
  histogram,
  memoryGauges,
  type Scraped,
  windowsCpuCounters,
} from './past-exporters.ts';

/** The moment of every query; half a minute after a scrape, as it happens. */
export const NOW: number = Math.floor(Date.now() / 60_000) * 60 - 600 + 30;
const minutely: Scraped = { from: NOW - 30 - 1800, to: NOW - 30, everySeconds: 60 };
const since = (seconds: number): Scraped => ({ ...minutely, from: minutely.to - seconds });
const until = (secondsAgo: number): Scraped => ({ ...minutely, to: minutely.to - secondsAgo });

/** Every case has series of its own, told apart by the label `case`. */
export const pastCases: Readonly<Record<string, readonly PastSeries[]>> = {
  'A-01': [
    ...cpuCounters({ case: 'A-01', instance: '10.0.0.11:9100' }, { cpus: 2, busy: 0.4 }, minutely),
    ...cpuCounters({ case: 'A-01', instance: '10.0.0.12:9100' }, { cpus: 2, busy: 0.9 }, minutely),
  ],
  'A-03': [
    ...cpuCounters({ case: 'A-03', node: 'worker-a', instance: '10.244.3.7:9100' }, { cpus: 1, busy: 0.3 }, minutely),
    ...cpuCounters({ case: 'A-03', instance: 'worker-b' }, { cpus: 1, busy: 0.5 }, minutely),
  ],
  'A-07': cpuCounters({ case: 'A-07', instance: 'a' }, { cpus: 1, busy: 0.62 }, minutely),
  'A-08': [
    ...cpuCounters({ case: 'A-08', instance: 'a', pod: 'exp-old' }, { cpus: 4, busy: 0.2 }, until(240)),
    ...cpuCounters({ case: 'A-08', instance: 'a', pod: 'exp-new' }, { cpus: 4, busy: 0.85 }, since(240)),
    ...memoryGauges({ case: 'A-08', instance: 'a', pod: 'exp-old' }, { MemTotal: 100, MemAvailable: 90 }, until(240)),
    ...memoryGauges({ case: 'A-08', instance: 'a', pod: 'exp-new' }, { MemTotal: 100, MemAvailable: 40 }, since(240)),
  ],
  'A-09': [
    ...cpuCounters({ case: 'A-09', instance: 'n', prometheus_replica: 'a' }, { cpus: 8, busy: 0.81 }, minutely),
    ...cpuCounters({ case: 'A-09', instance: 'n', prometheus_replica: 'b' }, { cpus: 8, busy: 0.83 }, minutely),
    gauge('node_load1', { case: 'A-09', instance: 'n', prometheus_replica: 'a' }, 12, minutely),
    gauge('node_load1', { case: 'A-09', instance: 'n', prometheus_replica: 'b' }, 12, minutely),
  ],
  'A-11': [
    ...windowsCpuCounters({ case: 'A-11', instance: 'win' }, 0.72, minutely),
    gauge('windows_memory_available_bytes', { case: 'A-11', instance: 'win' }, 4e9, minutely),
    gauge('windows_cs_physical_memory_bytes', { case: 'A-11', instance: 'win' }, 16e9, minutely),
    ...cpuCounters({ case: 'A-11', instance: 'lin' }, { cpus: 2, busy: 0.25 }, minutely),
    gauge('node_load1', { case: 'A-11', instance: 'lin' }, 1, minutely),
  ],
  'A-12': [
    ...memoryGauges(
      { case: 'A-12', instance: 'old-kernel' },
      { MemTotal: 17179869184, MemFree: 1073741824, Buffers: 536870912, Cached: 6979321856 },
      minutely,
    ),
    ...memoryGauges({ case: 'A-12', instance: 'total-only' }, { MemTotal: 17179869184 }, minutely),
    ...memoryGauges(
      { case: 'A-12', instance: 'new-kernel' },
      { MemTotal: 1000, MemAvailable: 300, MemFree: 10, Buffers: 10, Cached: 10 },
      minutely,
    ),
  ],
  rules: [
    gauge('instance:node_cpu_utilisation:rate5m', { case: 'rules', instance: 'ruled' }, 0.33, minutely),
    gauge('instance:node_memory_utilisation:ratio', { case: 'rules', instance: 'ruled' }, 0.44, minutely),
    gauge('instance:node_load1_per_cpu:ratio', { case: 'rules', instance: 'ruled' }, 1.25, minutely),
    gauge('instance:node_cpu_utilisation:rate5m', { case: 'rules', instance: 'both' }, 0.1, minutely),
    ...cpuCounters({ case: 'rules', instance: 'both' }, { cpus: 1, busy: 0.7 }, minutely),
  ],
  young: [
    ...cpuCounters({ case: 'young', instance: 'new' }, { cpus: 2, busy: 0.1 }, since(60)),
    ...cpuCounters({ case: 'young', instance: 'moved', pod: 'exp-old' }, { cpus: 2, busy: 0.15 }, until(180)),
    ...cpuCounters({ case: 'young', instance: 'moved', pod: 'exp-new' }, { cpus: 2, busy: 0.2 }, since(120)),
    ...windowsCpuCounters({ case: 'young', instance: 'new-windows' }, 0.3, since(60)),
  ],
  stale: [
    ...cpuCounters({ case: 'stale', instance: 'gone-210s' }, { cpus: 1, busy: 0.6 }, until(180)),
    ...cpuCounters({ case: 'stale', instance: 'gone-390s' }, { cpus: 1, busy: 0.6 }, until(360)),
    ...cpuCounters({ case: 'stale', instance: 'there' }, { cpus: 1, busy: 0.6 }, minutely),
  ],
  glitch: [
    // an idle counter that jumps: 20 s of idling each second
    counter('node_cpu_seconds_total', { case: 'glitch', instance: 'broken', cpu: '0', mode: 'idle' }, 20, minutely),
    counter('node_cpu_seconds_total', { case: 'glitch', instance: 'idle', cpu: '0', mode: 'idle' }, 1.004, minutely),
  ],
  pods: podSeries(),
  latency: [
    ...histogram(
      'http_request_duration_seconds',
      { case: 'latency', namespace: 'shop', pod: 'web-1' },
      { '0.1': 50, '0.2': 90, '0.4': 100, '+Inf': 100 },
      minutely,
    ),
    ...histogram(
      'http_request_duration_seconds',
      { case: 'latency', namespace: 'shop', pod: 'quiet-1' },
      { '0.1': 0, '0.2': 0, '0.4': 0, '+Inf': 0 },
      minutely,
    ),
  ],
  pressure: ['cpu', 'memory', 'io'].map((what, place) =>
    counter(
      `node_pressure_${what}_waiting_seconds_total`,
      { case: 'pressure', instance: 'a' },
      0.1 * (place + 1),
      minutely,
    ),
  ),
  many: Array.from({ length: 500 }, (_, place) => {
    const labels = { case: 'many', instance: `10.1.${Math.floor(place / 250)}.${place % 250}:9100` };
    return cpuCounters(labels, { cpus: 1, busy: place / 500 }, since(600));
  }).flat(),
};

function podSeries(): readonly PastSeries[] {
  const of = (labels: Record<string, string>, cpu: number, memory: number, scraped = minutely): PastSeries[] => [
    counter('container_cpu_usage_seconds_total', { case: 'pods', namespace: 'shop', ...labels }, cpu, scraped),
    gauge('container_memory_working_set_bytes', { case: 'pods', namespace: 'shop', ...labels }, memory, scraped),
  ];
  const web = { pod: 'web-1', image: 'web' };
  return [
    ...of({ ...web, container: 'app', id: '/app' }, 0.5, 500, minutely),
    ...of({ ...web, container: 'app', id: '/app', prometheus_replica: 'b' }, 0.5, 500, minutely),
    ...of({ ...web, container: 'sidecar', id: '/sidecar' }, 0.1, 100),
    ...of({ ...web, container: 'POD', id: '/pause' }, 0.9, 900),
    ...of({ pod: 'web-1', container: '', image: '', id: '/pod' }, 0.7, 700),
    ...of({ pod: '', container: '', image: '', id: '/' }, 8, 8000),
    // its container restarted two minutes ago
    ...of({ pod: 'again-1', image: 'x', container: 'app', id: '/old' }, 0.2, 300, until(120)),
    ...of({ pod: 'again-1', image: 'x', container: 'app', id: '/new' }, 0.3, 200, since(120)),
    // a StatefulSet's pod was replaced by one of the same name
    ...of({ pod: 'db-0', image: 'x', container: 'app', id: '/pod-uid-1' }, 0.9, 900, until(120)),
    ...of({ pod: 'db-0', image: 'x', container: 'app', id: '/pod-uid-2' }, 0.1, 100, since(0)),
    ...of({ pod: 'cri-dockerd-1', container: '', image: '', id: '/pod' }, 0.4, 400),
    counter('pod_cpu_usage_seconds_total', { case: 'pods', namespace: 'shop', pod: 'resource-1' }, 0.6, minutely),
    gauge('pod_memory_working_set_bytes', { case: 'pods', namespace: 'shop', pod: 'resource-1' }, 600, minutely),
    gauge(
      'node_namespace_pod_container:container_cpu_usage_seconds_total:sum_irate',
      { case: 'pods', namespace: 'shop', pod: 'ruled-1', container: 'app' },
      0.9,
      minutely,
    ),
    gauge(
      'node_namespace_pod_container:container_memory_working_set_bytes',
      { case: 'pods', namespace: 'shop', pod: 'ruled-1', container: 'app' },
      900,
      minutely,
    ),
  ];
}
