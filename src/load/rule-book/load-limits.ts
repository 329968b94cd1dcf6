import type { NodeLoadRuleSpec } from '#api/node-load-rule.ts';
import { parseDuration } from '#base/duration.ts';

/** What a rule lets a signal of a node be at most, in the signal's measure. */
export interface LoadLimit {
  readonly signal: string;
  /** NaN where what is written cannot be read: then no node is known to be under it. */
  readonly most: number;
  /** As it stands in the rule: `maxCPU: 70`. */
  readonly written: string;
}

const readers = {
  maxCPU: { signal: 'cpu', read: percent },
  maxMemory: { signal: 'memory', read: percent },
  maxLoad: { signal: 'load', read: decimal },
  maxLatency: { signal: 'latency', read: milliseconds },
} as const;

type Field = keyof typeof readers;
const fields: readonly Field[] = ['maxCPU', 'maxMemory', 'maxLoad', 'maxLatency'];

/** The limits that a rule sets, in the order of its fields. */
export function limitsIn(spec: NodeLoadRuleSpec): readonly LoadLimit[] {
  return fields.flatMap((field): readonly LoadLimit[] => {
    const value = spec[field];
    if (value === undefined) return [];
    const { signal, read } = readers[field];
    return [{ signal, most: read(String(value)), written: `${field}: ${value}` }];
  });
}

function percent(text: string): number {
  const value = decimal(text);
  return value >= 1 && value <= 100 ? value / 100 : Number.NaN;
}

function decimal(text: string): number {
  return /^\d{1,9}(\.\d{1,9})?$/.test(text) ? Number(text) : Number.NaN;
}

function milliseconds(text: string): number {
  return parseDuration(text) ?? Number.NaN;
}
