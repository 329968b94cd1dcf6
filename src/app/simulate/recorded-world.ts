import { recordedDay, repositoryTraces } from '#app/recorded-load.ts';
import { planetlabInstance, type PlanetlabShape } from '#simulation/replay/instances/planetlab.ts';
import { worldOfInstance } from '#simulation/world-of-instance.ts';
import type { WorldSpec } from '#simulation/world/world-spec.ts';
import type { RecordedDay } from './recorded-days.ts';

const DAY = '20110303';

const shapes: Readonly<Record<RecordedDay, PlanetlabShape>> = {
  'PL-8-44': { capacity: 8, requestRatio: 0.2, start: 'least-allocated' },
  'PL-8-39': { capacity: 8, requestRatio: 0.175, start: 'least-allocated' },
  'PL-16-22-FF': { capacity: 16, requestRatio: 0.2, start: 'first-fit' },
};

/** A recorded day of machines as a world. */
export function recordedWorld(name: RecordedDay, seed: number, folder: string = repositoryTraces): WorldSpec {
  return worldOfInstance(planetlabInstance('PL', recordedDay(folder, DAY), shapes[name]), seed);
}
