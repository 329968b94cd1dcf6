import type { Pieces } from '../promql.ts';
import type { Expression, NodeDialect } from './dialect.ts';

/**
 * prometheus/node_exporter. Of several series for one node (an old exporter beside its successor, the halves of an HA
 * pair) the highest value counts: never their mean, which would halve a hot node's number, nor their sum.
 */
export const nodeExporter: NodeDialect = (pieces) => {
  const { window, byNode, select } = pieces;
  const idle = select('node_cpu_seconds_total', 'mode="idle"');
  // waiting for a disk is not working, nor is what a hypervisor took: so say kube-prometheus' rules and cAdvisor too
  const unused = select('node_cpu_seconds_total', 'mode=~"idle|iowait|steal"');
  const memory = (name: string): string => select(`node_memory_${name}_bytes`);
  // kernels before 3.14 do not know MemAvailable
  const available = `(${memory('MemAvailable')} or (${memory('MemFree')} + ${memory('Buffers')} + ${memory('Cached')}))`;
  // distinct CPUs: in an undeduplicated store every series is there twice
  const cpus = `count by (${byNode}) (count by (${byNode}, cpu) (${idle}))`;
  return {
    cpu: {
      value: `max by (${byNode}) (1 - avg without (cpu) (sum without (mode) (rate(${unused}[${window}]))))`,
      takenAt: newest(pieces, idle),
    },
    memory: {
      value: `max by (${byNode}) (1 - ${available} / ${memory('MemTotal')})`,
      takenAt: newest(pieces, memory('MemTotal')),
    },
    load: {
      value: `max by (${byNode}) (${select('node_load1')}) / ${cpus}`,
      takenAt: newest(pieces, select('node_load1')),
    },
    'psi-cpu': pressure(pieces, 'node_pressure_cpu_waiting_seconds_total'),
    'psi-memory': pressure(pieces, 'node_pressure_memory_waiting_seconds_total'),
    'psi-io': pressure(pieces, 'node_pressure_io_waiting_seconds_total'),
  };
};

/** The share of time in which something had to wait. */
function pressure(pieces: Pieces, metric: string): Expression {
  const counter = pieces.select(metric);
  return {
    value: `max by (${pieces.byNode}) (rate(${counter}[${pieces.window}]))`,
    takenAt: newest(pieces, counter),
  };
}

/** When a node's newest sample of a metric was taken. */
export function newest({ byNode }: Pick<Pieces, 'byNode'>, series: string): string {
  return `max by (${byNode}) (timestamp(${series}))`;
}
