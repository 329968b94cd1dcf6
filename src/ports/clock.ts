/** Time, as something that can be handed in: system time when live, virtual time in tests and simulation. */
export interface Clock {
  /** Milliseconds since the Unix epoch. Never goes back. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted first. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}
