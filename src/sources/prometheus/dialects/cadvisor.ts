import type { PodDialect } from './dialect.ts';
import { byPod } from './kube-prometheus.ts';

/**
 * The kubelet's pages `/metrics/cadvisor` and `/metrics/resource`, which name containers alike. A pod counts as the sum
 * of its containers, as in metrics.k8s.io. A container that restarted is there twice for a while, under two ids: the CPU
 * time of both is its own, while of memory the higher value counts. Where a runtime tells nothing of containers, the
 * pod's own cgroup does. The rate of a pod that is younger than the window is too low by what the window lacks.
 */
export const cadvisor: PodDialect = ({ window, select }) => {
  const containers = ['container!=""', 'container!="POD"', 'pod!=""'];
  const podAlone = ['container=""', 'pod!=""'];
  const rate = (series: string): string => `rate(${series}[${window}])`;
  const highest = (series: string): string => `max by (namespace, pod) (${series})`;
  const [cpu, memory] = ['container_cpu_usage_seconds_total', 'container_memory_working_set_bytes'];
  return {
    'pod-cpu': [
      byPod(`sum without (id, name) (${rate(select(cpu, ...containers))})`),
      highest(rate(select(cpu, ...podAlone))),
      highest(rate(select('pod_cpu_usage_seconds_total'))),
    ],
    'pod-memory': [
      byPod(select(memory, ...containers)),
      highest(select(memory, ...podAlone)),
      highest(select('pod_memory_working_set_bytes')),
    ],
  };
};
