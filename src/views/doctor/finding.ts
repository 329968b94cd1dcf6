/** How grave a finding is. A problem keeps something from working; a warning will, or may. */
export type Level = 'ok' | 'warning' | 'problem';

/** One thing that was looked at. */
export interface Finding {
  readonly level: Level;
  /** One sentence without its full stop, with the numbers it rests on. */
  readonly says: string;
  /** What to do, as exactly as it can be said; there for all that is not ok. May have several lines. */
  readonly remedy?: string;
  /** A few examples. */
  readonly evidence?: readonly string[];
}

/** All that one check found. */
export interface Section {
  readonly name: string;
  readonly findings: readonly Finding[];
}

export function ok(says: string, evidence: readonly string[] = []): Finding {
  return { level: 'ok', says, ...given(evidence) };
}

export function warning(says: string, remedy: string, evidence: readonly string[] = []): Finding {
  return { level: 'warning', says, remedy, ...given(evidence) };
}

export function problem(says: string, remedy: string, evidence: readonly string[] = []): Finding {
  return { level: 'problem', says, remedy, ...given(evidence) };
}

function given(evidence: readonly string[]): { readonly evidence?: readonly string[] } {
  return evidence.length === 0 ? {} : { evidence };
}
