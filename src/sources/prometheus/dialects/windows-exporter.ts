import type { NodeDialect } from './dialect.ts';
import { busyShare, newest } from './node-exporter.ts';

/** prometheus-community/windows_exporter, under its names of several years. Windows has no load average. */
export const windowsExporter: NodeDialect = (pieces) => {
  const { window, byNode, select } = pieces;
  const idle = select('windows_cpu_time_total', 'mode="idle"');
  // Windows counts interrupts among privileged time
  const all = select('windows_cpu_time_total', 'mode=~"idle|user|privileged"');
  const free = [
    select('windows_memory_available_bytes'),
    select('windows_memory_physical_free_bytes'),
    select('windows_os_physical_memory_free_bytes'),
  ].join(' or ');
  const total = [
    select('windows_memory_physical_total_bytes'),
    select('windows_cs_physical_memory_bytes'),
    select('windows_os_visible_memory_bytes'),
  ].join(' or ');
  return {
    cpu: {
      value: `max by (${byNode}) (${busyShare({ unused: idle, all, core: 'core', window })})`,
      takenAt: newest(pieces, idle),
    },
    memory: {
      value: `max by (${byNode}) (1 - (${free}) / (${total}))`,
      takenAt: newest(pieces, free),
    },
  };
};
