export interface BackoffOptions {
  /** The longest wait before the first repeat; it doubles with each. */
  readonly baseMs: number;
  readonly capMs: number;
}

/**
 * How long to wait after `attempt` attempts: full jitter, anything from nothing to the bound, because many clients that
 * lost the same server must not come back to it together.
 */
export function backoffMs(attempt: number, random: () => number, { baseMs, capMs }: BackoffOptions): number {
  return Math.round(random() * Math.min(capMs, baseMs * 2 ** (attempt - 1)));
}
