import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { cliFault } from '#app/faults.ts';
import type { TraceName, TraceRows } from '#simulation/recorded-courses.ts';
import { readBitbrains } from '#simulation/replay/traces/bitbrains.ts';
import { fiveMinuteMeans, readCraneSeries } from '#simulation/replay/traces/crane-series.ts';
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
  return neededTexts(folder, 'surf-week').flatMap((text) => readSurfWeek(text));
}

/** What was recorded of machines or services under such a folder, a row each. */
export function recordedRows(folder: string, trace: TraceName): TraceRows {
  const texts = neededTexts(folder, trace);
  switch (trace) {
    case 'planetlab':
      return texts.flatMap((text) => {
        const { names, steps, percent } = readPlanetlab(text);
        return names.map((_, row) => percent.subarray(row * steps, (row + 1) * steps));
      });
    case 'bitbrains-small':
      return texts.flatMap((text) => {
        const { cores, steps, permille } = readBitbrains(text);
        return Array.from(cores, (size, row) =>
          Float64Array.from(permille.subarray(row * steps, (row + 1) * steps), (share) => share * size),
        );
      });
    case 'crane-series':
      return texts.map((text) => fiveMinuteMeans(readCraneSeries(text)));
  }
}

function neededTexts(folder: string, kind: string): string[] {
  const files = recordedTables(folder, kind);
  if (files.length > 0) return files.map((file) => recordedText(file));
  throw cliFault('cli/no-recorded-load', `reading recorded load: there is no table in ${join(folder, kind)}`);
}

/** One recorded day of machines, under a folder laid out as `data/` is. */
export function recordedDay(folder: string, date: string): PlanetlabDay {
  const file = join(folder, 'planetlab', `planetlab-${date}.csv.gz`);
  if (!existsSync(file)) {
    throw cliFault('cli/no-recorded-load', `reading recorded load: ${file} does not exist`);
  }
  return readPlanetlab(recordedText(file));
}
