import { bytesText, coresText } from '#load/signals/amount-text.ts';
import { orUnknown, percentText, UNKNOWN } from '#views/amount-text.ts';
import { verdictTone } from './node-table.ts';
import type { PodLoad, PodResource } from './pod-rows.ts';
import { ageText } from '#views/span.ts';
import { type Column, table, type TableOptions } from '#views/table.ts';

const namespace: Column<PodLoad> = { header: 'NAMESPACE', cell: (pod) => pod.namespace };

const columns: readonly Column<PodLoad>[] = [
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'CPU(cores)', cell: ({ cpu }) => orUnknown(cpu.used.value, coresText), align: 'right' },
  { header: 'CPU REQ', cell: ({ cpu }) => orUnknown(cpu.requested, coresText), align: 'right' },
  { header: 'CPU LIM', cell: ({ cpu }) => limitText(cpu, coresText), align: 'right' },
  { header: 'MEMORY(bytes)', cell: ({ memory }) => orUnknown(memory.used.value, bytesText), align: 'right' },
  { header: 'MEM REQ', cell: ({ memory }) => orUnknown(memory.requested, bytesText), align: 'right' },
  { header: 'MEM LIM', cell: ({ memory }) => limitText(memory, bytesText), align: 'right' },
  { header: 'NODE', cell: ({ node }) => node || '<none>' },
  {
    header: 'NODE VERDICT',
    cell: ({ nodeVerdict }) => nodeVerdict,
    tone: ({ nodeVerdict }) => verdictTone({ verdict: nodeVerdict }),
  },
  { header: 'AGE', cell: (pod) => orUnknown(oldestOf(pod), ageText), align: 'right' },
];

const further: readonly Column<PodLoad>[] = [
  { header: 'CPU/REQ', cell: ({ cpu }) => shareText(cpu), align: 'right' },
  { header: 'MEM/REQ', cell: ({ memory }) => shareText(memory), align: 'right' },
  { header: 'SOURCE', cell: ({ cpu, memory }) => cpu.used.source ?? memory.used.source ?? UNKNOWN },
  { header: 'WHY', cell: whyUnknown },
];

export interface PodTableOptions {
  readonly width: 'narrow' | 'wide';
  /** Told where more than one is listed. */
  readonly namespaces: 'told' | 'untold';
}

/** Pods as people read them. */
export function podTable(rows: readonly PodLoad[], options: PodTableOptions, printed?: TableOptions): string {
  const { width, namespaces } = options;
  const all = [...(namespaces === 'told' ? [namespace] : []), ...columns, ...(width === 'wide' ? further : [])];
  return table(all, rows, printed);
}

function limitText({ limit }: PodResource, show: (known: number) => string): string {
  return limit === null ? '<none>' : show(limit);
}

function shareText({ used, requested }: PodResource): string {
  if (used.value === null || requested === null) return UNKNOWN;
  return requested === 0 ? '<none>' : percentText(used.value / requested);
}

function oldestOf({ cpu, memory }: PodLoad): number | null {
  const ages = [cpu.used.ageMs, memory.used.ageMs].filter((age) => age !== null);
  return ages.length === 0 ? null : Math.max(...ages);
}

function whyUnknown({ cpu, memory }: PodLoad): string {
  const told = [['cpu', cpu.used.unknown] as const, ['memory', memory.used.unknown] as const];
  return told.flatMap(([name, unknown]) => (unknown === undefined ? [] : [`${name}: ${unknown.words}`])).join('; ');
}
