import { Fault } from '#base/fault.ts';
import type { EventStore } from './event-store.ts';
import type { Series } from './series.ts';

/** What the API server knows of a series after a write. */
export interface Sent {
  readonly how: 'created' | 'counted';
  readonly count: number;
}

/** Creates the Event of a series, or brings its count up to date; one that has expired since is created again. */
export async function send(store: EventStore, series: Series, signal: AbortSignal): Promise<Sent> {
  const { event, count, wire } = series;
  if (series.isCreated && wire !== undefined) {
    try {
      await store.count(event, wire, signal);
      return { how: 'counted', count };
    } catch (thrown) {
      if (!hasCode(thrown, 'kube/not-found')) throw thrown;
    }
  }
  try {
    await store.create(event, wire, signal);
    return { how: 'created', count };
  } catch (thrown) {
    // its name is ours alone: an earlier attempt was taken though its answer never came
    if (hasCode(thrown, 'kube/conflict')) return { how: 'created', count: 1 };
    throw thrown;
  }
}

const hasCode = (thrown: unknown, code: string): boolean => thrown instanceof Fault && thrown.code === code;
