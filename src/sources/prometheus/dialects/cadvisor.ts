import type { Expression, PodDialect } from './dialect.ts';

/**
 * The kubelet's pages `/metrics/cadvisor` and `/metrics/resource`, which name containers alike. A pod counts as the sum
 * of its containers, as in metrics.k8s.io. A container that restarted is there twice for a while, under two ids: the CPU
 * time of both is its own, while of memory the higher value counts. Where a runtime tells nothing of containers, the
 * pod's own cgroup does. The rate of a pod that is younger than the window is too low by what the window lacks;
 * whoever knows when pods were made refuses it.
 */
export const cadvisor: PodDialect = ({ window, select }) => {
  const ofContainers = ['container!=""', 'container!="POD"', 'pod!=""'];
  const ofPod = ['container=""', 'pod!=""'];
  const rate = (series: string): string => `rate(${series}[${window}])`;
  const cpu = (...conditions: readonly string[]) => select('container_cpu_usage_seconds_total', ...conditions);
  const memory = (...conditions: readonly string[]) => select('container_memory_working_set_bytes', ...conditions);
  const [podCpu, podMemory] = [select('pod_cpu_usage_seconds_total'), select('pod_memory_working_set_bytes')];
  return {
    'pod-cpu': [
      aged(byPod(`sum without (id, name) (${rate(cpu(...ofContainers))})`), cpu(...ofContainers)),
      aged(highest(rate(cpu(...ofPod))), cpu(...ofPod)),
      aged(highest(rate(podCpu)), podCpu),
    ],
    'pod-memory': [
      aged(byPod(memory(...ofContainers)), memory(...ofContainers)),
      aged(highest(memory(...ofPod)), memory(...ofPod)),
      aged(highest(podMemory), podMemory),
    ],
  };
};

/** Containers' values, each once however often it is there, summed up to their pods. */
export function byPod(containers: string): string {
  return `sum by (namespace, pod) (max by (namespace, pod, container) (${containers}))`;
}

/**
 * When the oldest sample that a pod's value rests on was taken. The kubelet's samples outlive their containers by five
 * minutes: what a pod of the same name used before this one must be seen to be older than this one.
 */
export function oldest(series: string): string {
  return `min by (namespace, pod) (timestamp(${series}))`;
}

function highest(series: string): string {
  return `max by (namespace, pod) (${series})`;
}

function aged(value: string, series: string): Expression {
  return { value, takenAt: oldest(series) };
}
