import type { StringMap } from './kubernetes/metadata.ts';

/** The ConfigMap in our own namespace by which people stop us, and in which the circuit breaker says that it is open. */
export const CONTROL_NAME = 'plimsoll-control';

/** What holds every move back, since when (RFC 3339) and why. What nobody wrote down is absent. */
export interface Held {
  readonly kind: 'held';
  readonly since?: string | undefined;
  readonly reason?: string | undefined;
}

/** What was freed by hand says since when, where that is known. */
export type Hold = { readonly kind: 'free'; readonly since?: string | undefined } | Held;

/** What the ConfigMap says. One that is not there holds nothing back. */
export interface ControlSwitch {
  /** The kill switch, thrown by hand. */
  readonly pause: Hold;
  /** The circuit breaker, opened by the rescheduler and closed by hand alone. */
  readonly breaker: Hold;
}

/** Keys in the ConfigMap: `paused` is the one to write by hand. */
const keys = {
  pause: { held: 'paused', since: 'paused-since', reason: 'paused-reason' },
  breaker: { held: 'breaker-open', since: 'breaker-since', reason: 'breaker-reason' },
} as const;

/** What frees. Anything else that is written holds: whoever writes `paused: yes` means it. */
const freeing: ReadonlySet<string> = new Set(['', 'false', 'no', 'off', '0']);

/** Reads the ConfigMap's data. */
export function controlSwitch(data: StringMap = {}): ControlSwitch {
  return { pause: holdIn(data, 'pause'), breaker: holdIn(data, 'breaker') };
}

/** The change to the ConfigMap's data, as a merge patch takes it, that writes this hold whole. */
export function controlChange(which: keyof ControlSwitch, hold: Hold): Readonly<Record<string, string | null>> {
  const { held, since, reason } = keys[which];
  if (hold.kind === 'free') return { [held]: 'false', [since]: hold.since ?? null, [reason]: null };
  return { [held]: 'true', [since]: hold.since ?? null, [reason]: hold.reason ?? null };
}

function holdIn(data: StringMap, which: keyof ControlSwitch): Hold {
  const { held, since, reason } = keys[which];
  const word = textIn(data, held)?.trim().toLowerCase() ?? '';
  if (freeing.has(word)) return { kind: 'free', since: textIn(data, since) };
  return { kind: 'held', since: textIn(data, since), reason: textIn(data, reason) };
}

const textIn = (data: StringMap, key: string): string | undefined => (Object.hasOwn(data, key) ? data[key] : undefined);
