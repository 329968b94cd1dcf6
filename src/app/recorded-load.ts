import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cliFault } from '#app/faults.ts';
import { type PlanetlabDay, readPlanetlab } from '#simulation/replay/traces/planetlab.ts';
import { readSurfWeek, type SurfJob } from '#simulation/replay/traces/surf-week.ts';

/** The traces that come with the repository; the released package has none. */
export const repositoryTraces: string = join(import.meta.dirname, '../../data');

/** A file of recorded load, unpacked where its name says that it is packed. */
export function recordedText(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

/** The tables of one kind under such a folder, in the order of their names; none where there are none. */
export function recordedTables(folder: string, kind: string): string[] {
  const inside = join(folder, kind);
  if (!existsSync(inside)) return [];
  return readdirSync(inside)
    .filter((name) => /\.csv(\.gz)?$/.test(name))
    .toSorted()
    .map((name) => join(inside, name));
}

/** The recorded jobs under such a folder. */
export function recordedJobs(folder: string): SurfJob[] {
  const files = recordedTables(folder, 'surf-week');
  if (files.length === 0) {
    throw cliFault('cli/no-recorded-load', `reading recorded load: there is no table in ${join(folder, 'surf-week')}`);
  }
  return files.flatMap((file) => readSurfWeek(recordedText(file)));
}

/** One recorded day of machines, under a folder laid out as `data/` is. */
export function recordedDay(folder: string, date: string): PlanetlabDay {
  const file = join(folder, 'planetlab', `planetlab-${date}.csv.gz`);
  if (!existsSync(file)) {
    throw cliFault('cli/no-recorded-load', `reading recorded load: ${file} does not exist`);
  }
  return readPlanetlab(recordedText(file));
}
