import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cliFault } from '#app/faults.ts';
import { type PlanetlabDay, readPlanetlab } from '#simulation/replay/traces/planetlab.ts';

/** The traces that come with the repository; the released package has none. */
export const repositoryTraces: string = join(import.meta.dirname, '../../data');

/** A file of recorded load, unpacked where its name says that it is packed. */
export function recordedText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** One recorded day of machines, under a folder laid out as `data/` is. */
export function recordedDay(folder: string, date: string): PlanetlabDay {
  const file = join(folder, 'planetlab', `planetlab-${date}.csv.gz`);
  if (!existsSync(file)) {
    throw cliFault('cli/no-recorded-load', `reading recorded load: ${file} does not exist`);
  }
  return readPlanetlab(recordedText(file));
}
