import type { ControlSwitch, Held } from '#api/control-switch.ts';

/** The kill switch and the circuit breaker, as they stand outside this process: what holds holds for whoever leads. */
export interface ControlBoard {
  /** As it was last heard; `unread` while that is too long ago, or was never. */
  now(): ControlSwitch | 'unread';
  /** Opens the breaker. Faults are thrown. */
  openBreaker(hold: Held, signal: AbortSignal): Promise<void>;
}
