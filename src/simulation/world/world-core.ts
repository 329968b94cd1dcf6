import type { Rng } from '#base/rng.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { Chronicle, WorldEvent, WorldEventKind } from './chronicle.ts';
import type { ObjectStore } from './objects/object-store.ts';
import type { WorldTimes } from './world-times.ts';

/** We ourselves, as the chronicle calls us. */
export const US = 'plimsoll';

/** What every part of a world shares. */
export interface WorldCore {
  readonly clock: VirtualClock;
  readonly store: ObjectStore;
  readonly chronicle: Chronicle;
  readonly rng: Rng;
  readonly times: WorldTimes;
}

/** Tells what has just happened. */
export function tell(
  { clock, chronicle }: Pick<WorldCore, 'clock' | 'chronicle'>,
  kind: WorldEventKind,
  of: string,
  more: Pick<WorldEvent, 'node' | 'why' | 'by'> = {},
): void {
  chronicle.tell({ at: clock.now(), kind, of, ...more });
}

/** A time from the world's table, longer or shorter by chance within its jitter. */
export function about({ rng, times }: Pick<WorldCore, 'rng' | 'times'>, ms: number): number {
  return times.jitter === 0 ? ms : Math.round(ms * (1 + times.jitter * (2 * rng.float() - 1)));
}
