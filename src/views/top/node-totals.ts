import { percentText } from '#views/amount-text.ts';
import type { Amount } from './node-requests.ts';
import type { NodeLoad } from './node-rows.ts';

/** All nodes together. Use is summed over those whose use is known, and shared over the same. */
export interface NodeTotals {
  readonly nodes: number;
  readonly hot: number;
  readonly cool: number;
  readonly unknown: number;
  readonly cpu: ResourceTotals;
  readonly memory: ResourceTotals;
}

/** Cores or bytes. */
export interface ResourceTotals {
  /** Nodes that count in `used` and `usedShare`. */
  readonly known: number;
  readonly used: number;
  readonly usedShare: number | null;
  /** Null where it is not known of some node. */
  readonly requested: number | null;
  readonly requestedShare: number | null;
}

export function nodeTotals(rows: readonly NodeLoad[]): NodeTotals {
  const count = (verdict: NodeLoad['verdict']): number => rows.filter((row) => row.verdict === verdict).length;
  return {
    nodes: rows.length,
    hot: count('hot'),
    cool: count('cool'),
    unknown: count('unknown'),
    cpu: totalsOf(rows, 'cpuCores'),
    memory: totalsOf(rows, 'memoryBytes'),
  };
}

function totalsOf(rows: readonly NodeLoad[], key: keyof Amount): ResourceTotals {
  const known = rows.filter(({ used }) => used[key] !== null);
  const used = sum(known.map((row) => row.used[key]!));
  const isAsked = rows.every(({ requested, allocatable }) => requested[key] !== null && allocatable[key] !== null);
  const requested = isAsked ? sum(rows.map((row) => row.requested[key]!)) : null;
  return {
    known: known.length,
    used,
    usedShare: share(used, sum(known.map(({ capacity }) => capacity[key]!))),
    requested,
    requestedShare: requested === null ? null : share(requested, sum(rows.map((row) => row.allocatable[key]!))),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** One line for people: `20 nodes: 1 hot, 19 cool. CPU 31% used, 45% requested; memory 40% used, 50% requested.` */
export function totalsText({ nodes, hot, cool, unknown, cpu, memory }: NodeTotals): string {
  const verdicts = [`${hot} hot`, `${cool} cool`, ...(unknown === 0 ? [] : [`${unknown} unknown`])].join(', ');
  const shares = `${resourceText('CPU', cpu, nodes)}; ${resourceText('memory', memory, nodes)}`;
  return `${nodes} ${nodes === 1 ? 'node' : 'nodes'}: ${verdicts}. ${shares}.\n`;
}

function resourceText(name: string, { known, usedShare, requestedShare }: ResourceTotals, nodes: number): string {
  const used = usedShare === null ? 'use unknown' : `${percentText(usedShare)} used`;
  const whose = known < nodes && known > 0 ? ` (on ${known} nodes)` : '';
  const requested = requestedShare === null ? 'requests unknown' : `${percentText(requestedShare)} requested`;
  return `${name} ${used}${whose}, ${requested}`;
}
