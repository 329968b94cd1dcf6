import type { Use } from './demand.ts';
import type { NodeReading, PodReading } from './node-load.ts';
import { family, labelled, sample } from './text-format.ts';

/** The kubelet's `/metrics/resource`: what metrics-server reads. Every sample tells when it was measured. */
export function resourcePage(node: NodeReading): string {
  const { at, pods } = node;
  const containers = pods.flatMap(containersOf);
  const ofNode = (name: string, type: 'counter' | 'gauge', help: string, value: number): string =>
    family(name, type, help, [sample(name, '', value, at)]);
  const ofPods = (name: string, type: 'counter' | 'gauge', help: string, value: (pod: PodReading) => number): string =>
    family(
      name,
      type,
      help,
      pods.map((pod) => sample(name, podLabels(pod), value(pod), at)),
    );
  const ofContainers = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    value: (container: Container) => number,
  ): string =>
    family(
      name,
      type,
      help,
      containers.map((container) => sample(name, resourceLabels(container), value(container), at)),
    );
  return [
    ofContainers('container_cpu_usage_seconds_total', 'counter', cpuOf('container'), ({ cpuSeconds }) => cpuSeconds),
    ofContainers('container_memory_working_set_bytes', 'gauge', memoryOf('container'), ({ use }) => bytes(use)),
    ofContainers(
      'container_start_time_seconds',
      'gauge',
      '[STABLE] Start time of the container since unix epoch in seconds',
      ({ pod }) => pod.run.startedAt / 1000,
    ),
    ofNode('node_cpu_usage_seconds_total', 'counter', cpuOf('node'), node.busySeconds),
    ofNode('node_memory_working_set_bytes', 'gauge', memoryOf('node'), bytes(node.use)),
    ofPods('pod_cpu_usage_seconds_total', 'counter', cpuOf('pod'), ({ cpuSeconds }) => cpuSeconds),
    ofPods('pod_memory_working_set_bytes', 'gauge', memoryOf('pod'), ({ use }) => bytes(use)),
    ofPods(
      'pod_swap_usage_bytes',
      'gauge',
      '[ALPHA] Current amount of the pod swap usage in bytes. Reported only on non-windows systems',
      () => 0,
    ),
    family(
      'resource_scrape_error',
      'gauge',
      '[STABLE] 1 if there was an error while getting container metrics, 0 otherwise',
      [sample('resource_scrape_error', '', 0)],
    ),
  ].join('');
}

/**
 * The kubelet's `/metrics/cadvisor`, as far as load goes: every cgroup from the root down to containers, so that a query
 * which forgets to choose counts everything three times. Every sample tells when it was measured.
 */
export function cadvisorPage(node: NodeReading): string {
  const { at, bootedAt } = node;
  const groups = [
    { labels: rootLabels, cpuSeconds: node.busySeconds, use: node.use, startedAt: bootedAt },
    ...node.pods.flatMap((pod) => [
      { labels: podGroupLabels(pod), cpuSeconds: pod.cpuSeconds, use: pod.use, startedAt: pod.run.startedAt },
      ...containersOf(pod).map((container) => ({
        labels: containerGroupLabels(container),
        cpuSeconds: container.cpuSeconds,
        use: container.use,
        startedAt: pod.run.startedAt,
      })),
    ]),
  ];
  type Group = (typeof groups)[number];
  const each = (name: string, type: 'counter' | 'gauge', help: string, value: (group: Group) => number): string =>
    family(
      name,
      type,
      help,
      groups.map((group) => sample(name, labelled(group.labels), value(group), at)),
    );
  const cpu = 'container_cpu_usage_seconds_total';
  return [
    family(
      cpu,
      'counter',
      'Cumulative cpu time consumed in seconds.',
      groups.map(({ labels, cpuSeconds }) => sample(cpu, labelled({ cpu: 'total', ...labels }), cpuSeconds, at)),
    ),
    each('container_memory_working_set_bytes', 'gauge', 'Current working set in bytes.', ({ use }) => bytes(use)),
    each(
      'container_start_time_seconds',
      'gauge',
      'Start time of the container since unix epoch in seconds.',
      ({ startedAt }) => startedAt / 1000,
    ),
  ].join('');
}

const cpuOf = (whom: string): string => `[STABLE] Cumulative cpu time consumed by the ${whom} in core-seconds`;
const memoryOf = (whom: string): string => `[STABLE] Current working set of the ${whom} in bytes`;
const bytes = ({ memoryBytes }: Use): number => Math.round(memoryBytes);

interface Container {
  readonly pod: PodReading;
  readonly name: string;
  readonly image: string;
  readonly use: Use;
  readonly cpuSeconds: number;
}

/** A pod's containers share its load alike. */
function containersOf(pod: PodReading): Container[] {
  const { containers } = pod.run.pod.spec as { containers: readonly { name: string; image: string }[] };
  const share = 1 / containers.length;
  const use = { cpuCores: pod.use.cpuCores * share, memoryBytes: pod.use.memoryBytes * share };
  return containers.map(({ name, image }) => ({ pod, name, image, use, cpuSeconds: pod.cpuSeconds * share }));
}

const podLabels = ({ run: { pod } }: PodReading): string =>
  `{namespace="${pod.metadata.namespace}",pod="${pod.metadata.name}"}`;

const resourceLabels = ({ name, pod: { run } }: Container): string =>
  `{container="${name}",namespace="${run.pod.metadata.namespace}",pod="${run.pod.metadata.name}"}`;

const rootLabels = { container: '', id: '/', image: '', name: '', namespace: '', pod: '' };

const groupId = ({ run: { pod } }: PodReading): string =>
  `/kubepods/${String(pod.status?.qosClass ?? 'Burstable').toLowerCase()}/pod${pod.metadata.uid}`;

const podGroupLabels = (pod: PodReading): Record<string, string> => ({
  ...rootLabels,
  id: groupId(pod),
  namespace: pod.run.pod.metadata.namespace,
  pod: pod.run.pod.metadata.name,
});

/** A container that restarted is another container: its id says so. */
function containerGroupLabels({ pod, name, image }: Container): Record<string, string> {
  const id = `${pod.run.pod.metadata.uid}-${name}-${pod.run.restarts}`;
  return { ...podGroupLabels(pod), container: name, id: `${groupId(pod)}/${id}`, image, name: id };
}
