import { LAST_UPDATED, OVERLOADED } from './annotation-text.ts';
import { parseInstant } from '#load/instant.ts';
import { prometheusNumber } from '#load/gathering/prometheus-number.ts';
import type { SignalSpec } from '#load/signals/signal.ts';
import type { Verdict } from '#load/verdict.ts';

/** What is published on a node, by us or by whoever was here before. */
export interface PublishedLoad {
  /** Our keys as they stand, whatever is in them. */
  readonly texts: Readonly<Record<string, string>>;
  /** By the name of the signal, in its measure; what is no number, or cannot be true, is not among them. */
  readonly values: ReadonlyMap<string, number>;
  readonly verdict: Verdict;
  /** When the oldest sample was taken. Where it is unknown, everything else is as old as can be. */
  readonly takenAt:
    | { readonly kind: 'known'; readonly at: number }
    | { readonly kind: 'unknown'; readonly why: Timeless };
}

/** Why annotations have no time: the key is not there, or what it holds names no instant. */
export type Timeless = 'absent' | 'unusable';

/** Reads a node's annotations back, believing nothing that is not well-formed. Keys that are not ours are not looked at. */
export function readAnnotations(
  annotations: Readonly<Record<string, string | undefined>>,
  signals: readonly SignalSpec[],
  prefix: string,
): PublishedLoad {
  const texts: Record<string, string> = {};
  const values = new Map<string, number>();
  for (const { name, least, most } of signals) {
    const text = own(prefix + name);
    if (text === undefined) continue;
    const value = prometheusNumber(text);
    if (typeof value === 'number' && value >= least && value <= most) values.set(name, value);
  }
  return { texts, values, verdict: verdictIn(own(prefix + OVERLOADED)), takenAt: timeIn(own(prefix + LAST_UPDATED)) };

  function own(key: string): string | undefined {
    const text = annotations[key];
    if (text !== undefined) texts[key] = text;
    return text;
  }
}

function verdictIn(text: string | undefined): Verdict {
  if (text === 'true') return 'hot';
  return text === 'false' ? 'cool' : 'unknown';
}

function timeIn(text: string | undefined): PublishedLoad['takenAt'] {
  if (text === undefined) return { kind: 'unknown', why: 'absent' };
  const at = parseInstant(text);
  return at === undefined ? { kind: 'unknown', why: 'unusable' } : { kind: 'known', at };
}
