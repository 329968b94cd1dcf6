import type { ControlSwitch, Hold } from '#api/control-switch.ts';

/** Where the kill switch and the circuit breaker are kept, for every replica and whoever comes next. */
export interface ControlStore {
  /** As it is now; one that was never written holds nothing back. */
  read(abort?: AbortSignal): Promise<ControlSwitch>;
  /** Writes one of them, or both, and leaves what else stands there. What stands there then. */
  write(holds: Partial<Readonly<Record<keyof ControlSwitch, Hold>>>, abort?: AbortSignal): Promise<ControlSwitch>;
}
