import type { Pieces } from '../promql.ts';
import type { Expression, NodeDialect } from './dialect.ts';

/**
 * prometheus/node_exporter. Of several series for one node (an old exporter beside its successor, the halves of an HA
 * pair) the highest value counts: never their mean, which would halve a hot node's number, nor their sum.
 */
export const nodeExporter: NodeDialect = (pieces) => {
  const { window, byNode, select } = pieces;
  const idle = select('node_cpu_seconds_total', 'mode="idle"');
  const all = select('node_cpu_seconds_total');
  // waiting for a disk is not working, nor is what a hypervisor took: so say kube-prometheus' rules and cAdvisor too
  const unused = select('node_cpu_seconds_total', 'mode=~"idle|iowait|steal"');
  const memory = (name: string): string => select(`node_memory_${name}_bytes`);
  // kernels before 3.14 do not know MemAvailable
  const available = `(${memory('MemAvailable')} or (${memory('MemFree')} + ${memory('Buffers')} + ${memory('Cached')}))`;
  // distinct CPUs: in an undeduplicated store every series is there twice
  const cpus = `count by (${byNode}) (count by (${byNode}, cpu) (${idle}))`;
  return {
    cpu: {
      value: `max by (${byNode}) (${busyShare({ unused, all, core: 'cpu', window })})`,
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

export interface CpuTime {
  /** The counters of time in which nothing was done, and of all time. */
  readonly unused: string;
  readonly all: string;
  /** The label that tells cores apart. */
  readonly core: string;
  readonly window: string;
}

/**
 * The share of CPU time that was used. Not 1 minus the unused rate: where a series does not fill the window, because
 * the node is new or its exporter was replaced, every rate is too low, and an idle node would look hot. The share of one
 * rate in the other is right all the same. More than a second a second is a counter that jumped: nothing is known then.
 */
export function busyShare({ unused, all, core, window }: CpuTime): string {
  const rate = (series: string): string => `avg without (${core}) (sum without (mode) (rate(${series}[${window}])))`;
  return `1 - ${rate(unused)} / (${rate(all)} <= 1.2)`;
}

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
