import { bytesText, coresText, measureText } from '#load/signals/amount-text.ts';
import { orUnknown, percentText, UNKNOWN } from '#views/amount-text.ts';
import { type NodeLoad, type SignalLoad } from './node-rows.ts';
import { ageText } from '#views/span.ts';
import { type Column, table, type TableOptions, type Tone } from '#views/table.ts';

const front: readonly Column<NodeLoad>[] = [
  { header: 'NAME', cell: ({ name }) => name },
  { header: 'VERDICT', cell: verdictWord, tone: verdictTone },
  { header: 'CPU(cores)', cell: ({ used }) => orUnknown(used.cpuCores, coresText), align: 'right' },
  { header: 'CPU(%)', cell: ({ usedShare }) => orUnknown(usedShare.cpuCores, percentText), align: 'right' },
  {
    header: 'CPU REQ(%)',
    cell: ({ requestedShare }) => orUnknown(requestedShare.cpuCores, percentText),
    align: 'right',
  },
  { header: 'MEMORY(bytes)', cell: ({ used }) => orUnknown(used.memoryBytes, bytesText), align: 'right' },
  { header: 'MEMORY(%)', cell: ({ usedShare }) => orUnknown(usedShare.memoryBytes, percentText), align: 'right' },
  {
    header: 'MEM REQ(%)',
    cell: ({ requestedShare }) => orUnknown(requestedShare.memoryBytes, percentText),
    align: 'right',
  },
];

const back: readonly Column<NodeLoad>[] = [
  { header: 'PODS', cell: ({ pods }) => orUnknown(pods, String), align: 'right' },
  { header: 'AGE', cell: ({ ageMs }) => orUnknown(ageMs, ageText), align: 'right' },
  { header: 'SOURCE', cell: ({ sources }) => sources.join(',') || UNKNOWN },
];

const further: readonly Column<NodeLoad>[] = [
  { header: 'PRESSURE', cell: ({ pressure }) => orUnknown(pressure, percentText), align: 'right' },
  { header: 'CPU REQ', cell: ({ requested }) => orUnknown(requested.cpuCores, coresText), align: 'right' },
  { header: 'CPU CAP', cell: ({ capacity }) => orUnknown(capacity.cpuCores, coresText), align: 'right' },
  { header: 'MEM REQ', cell: ({ requested }) => orUnknown(requested.memoryBytes, bytesText), align: 'right' },
  { header: 'MEM CAP', cell: ({ capacity }) => orUnknown(capacity.memoryBytes, bytesText), align: 'right' },
  { header: 'WHY', cell: ({ why }) => why.join('; ') },
];

/** Nodes as people read them. A signal beside cpu and memory has a column where it is known of any node. */
export function nodeTable(
  rows: readonly NodeLoad[],
  width: 'narrow' | 'wide' = 'narrow',
  options?: TableOptions,
): string {
  const own = signalColumns(rows, width);
  return table([...front, ...own, ...back, ...(width === 'wide' ? further : [])], rows, options);
}

function signalColumns(rows: readonly NodeLoad[], width: 'narrow' | 'wide'): readonly Column<NodeLoad>[] {
  const others = (rows[0]?.signals ?? []).filter(({ signal }) => signal !== 'cpu' && signal !== 'memory');
  return others.flatMap(({ signal }) => {
    const of = ({ signals }: NodeLoad): SignalLoad => signals.find((one) => one.signal === signal)!;
    if (width === 'narrow' && rows.every((row) => of(row).value === null)) return [];
    const cell = (row: NodeLoad): string => orUnknown(of(row).value, (value) => measureText(value, of(row).measure));
    return [{ header: signal.toUpperCase(), cell, align: 'right' as const }];
  });
}

/** `hot?` and `cool?`: what too few samples for a verdict point to. */
export function verdictWord({ verdict, leaning }: Pick<NodeLoad, 'verdict' | 'leaning'>): string {
  if (verdict !== 'unknown') return verdict;
  return leaning === undefined ? 'unknown' : `${leaning}?`;
}

export function verdictTone({ verdict, leaning }: Pick<NodeLoad, 'verdict' | 'leaning'>): Tone | undefined {
  if (verdict === 'hot') return 'bad';
  return verdict === 'unknown' && leaning !== 'cool' ? 'doubtful' : undefined;
}
