import type { NodeReading } from './node-load.ts';
import { family, labelled, sample } from './text-format.ts';

/** Of busy time, and of the rest, what goes to each mode. A stand-in is no virtual machine: nothing is stolen. */
const modes: readonly { readonly mode: string; readonly ofBusy: number; readonly ofRest: number }[] = [
  { mode: 'idle', ofBusy: 0, ofRest: 0.99 },
  { mode: 'iowait', ofBusy: 0, ofRest: 0.01 },
  { mode: 'irq', ofBusy: 0, ofRest: 0 },
  { mode: 'nice', ofBusy: 0, ofRest: 0 },
  { mode: 'softirq', ofBusy: 0.02, ofRest: 0 },
  { mode: 'steal', ofBusy: 0, ofRest: 0 },
  { mode: 'system', ofBusy: 0.22, ofRest: 0 },
  { mode: 'user', ofBusy: 0.76, ofRest: 0 },
];

/** What is free and what can be freed make up what is available: so the old kernels' sum says the same. */
const ofAvailable = { MemFree: 0.25, Buffers: 0.05, Cached: 0.7 } as const;

/** The page of prometheus-node-exporter 1.5, as far as load goes. Old kernels do not know MemAvailable. */
export function nodeExporterPage(node: NodeReading, kernel: 'recent' | 'before-3.14' = 'recent'): string {
  const { averages, waited } = node;
  return [
    single('node_boot_time_seconds', 'gauge', 'Node boot time, in unixtime.', node.bootedAt / 1000),
    cpuSeconds(node),
    single('node_load1', 'gauge', '1m load average.', hundredths(averages.one)),
    single('node_load15', 'gauge', '15m load average.', hundredths(averages.fifteen)),
    single('node_load5', 'gauge', '5m load average.', hundredths(averages.five)),
    memory(node, kernel),
    ...waitings.map(({ what, help, of }) =>
      single(`node_pressure_${what}_waiting_seconds_total`, 'counter', help, of(waited)),
    ),
    single('node_time_seconds', 'gauge', 'System time in seconds since epoch (1970).', node.at / 1000),
    uname(node),
  ].join('');
}

const waitings: readonly { what: string; help: string; of: (waited: NodeReading['waited']) => number }[] = [
  { what: 'cpu', help: 'Total time in seconds that processes have waited for CPU time', of: ({ cpu }) => cpu },
  { what: 'io', help: 'Total time in seconds that processes have waited due to IO congestion', of: () => 0 },
  { what: 'memory', help: 'Total time in seconds that processes have waited for memory', of: ({ memory: m }) => m },
];

const single = (name: string, type: 'counter' | 'gauge', help: string, value: number): string =>
  family(name, type, help, [sample(name, '', value)]);

/** The kernel tells load averages with two decimals. */
const hundredths = (value: number): number => Math.round(value * 100) / 100;

function cpuSeconds({ capacity: { cpuCores }, busySeconds, at, bootedAt }: NodeReading): string {
  const name = 'node_cpu_seconds_total';
  const busy = busySeconds / cpuCores;
  const rest = Math.max(0, (at - bootedAt) / 1000 - busy);
  const lines: string[] = [];
  for (let cpu = 0; cpu < cpuCores; cpu++) {
    for (const { mode, ofBusy, ofRest } of modes) {
      lines.push(sample(name, `{cpu="${cpu}",mode="${mode}"}`, busy * ofBusy + rest * ofRest));
    }
  }
  return family(name, 'counter', 'Seconds the CPUs spent in each mode.', lines);
}

function memory({ capacity, use }: NodeReading, kernel: 'recent' | 'before-3.14'): string {
  const available = capacity.memoryBytes - use.memoryBytes;
  const field = (what: string, bytes: number): string =>
    single(`node_memory_${what}_bytes`, 'gauge', `Memory information field ${what}_bytes.`, Math.round(bytes));
  return [
    field('Buffers', available * ofAvailable.Buffers),
    field('Cached', available * ofAvailable.Cached),
    kernel === 'recent' ? field('MemAvailable', available) : '',
    field('MemFree', available * ofAvailable.MemFree),
    field('MemTotal', capacity.memoryBytes),
  ].join('');
}

function uname({ spec }: NodeReading): string {
  const name = 'node_uname_info';
  const labels = {
    domainname: '(none)',
    machine: 'x86_64',
    nodename: spec.name,
    release: '6.12.0',
    sysname: 'Linux',
    version: '#1 SMP',
  };
  const help = 'Labeled system information as provided by the uname system call.';
  return family(name, 'gauge', help, [sample(name, labelled(labels), 1)]);
}
