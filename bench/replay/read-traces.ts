import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { ReplayTraces } from '#simulation/replay/catalogue.ts';
import { readBitbrains } from '#simulation/replay/traces/bitbrains.ts';
import { fiveMinuteMeans, readCraneSeries } from '#simulation/replay/traces/crane-series.ts';
import { type PlanetlabDay, readPlanetlab } from '#simulation/replay/traces/planetlab.ts';
import { readSurfWeek } from '#simulation/replay/traces/surf-week.ts';

/** The traces that come with the repository. */
export const vendoredTraces: string = join(import.meta.dirname, '../../data');

/**
 * The traces under a folder laid out as `data/` is: `planetlab/planetlab-DATE.csv.gz`, `crane-series/*.csv.gz`,
 * `bitbrains-small/*.csv.gz`, `surf-week/*.csv.gz`, plain `.csv` as well. Any of them may be missing.
 */
export function readTraces(folder: string): ReplayTraces {
  const days = new Map(csvFiles(folder, 'planetlab').map((file) => [dateOf(file), readPlanetlab(textOf(file))]));
  return {
    days,
    series: csvFiles(folder, 'crane-series').map((file) => fiveMinuteMeans(readCraneSeries(textOf(file)))),
    bitbrains: csvFiles(folder, 'bitbrains-small').map((file) => readBitbrains(textOf(file))),
    jobs: csvFiles(folder, 'surf-week').flatMap((file) => readSurfWeek(textOf(file))),
    noise: days.values().next().value ?? readDay(vendoredTraces, '20110303'),
  };
}

/** One recorded day. */
export const readDay = (folder: string, date: string): PlanetlabDay =>
  readPlanetlab(textOf(join(folder, 'planetlab', `planetlab-${date}.csv.gz`)));

function csvFiles(folder: string, kind: string): string[] {
  const inside = join(folder, kind);
  if (!existsSync(inside)) return [];
  return readdirSync(inside)
    .filter((name) => /\.csv(\.gz)?$/.test(name))
    .toSorted()
    .map((name) => join(inside, name));
}

function textOf(file: string): string {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

function dateOf(file: string): string {
  const date = /(\d{8})\.csv/.exec(file)?.[1];
  if (date === undefined) throw new Error(`${file}: its name must end with the day, as in planetlab-20110303.csv.gz`);
  return date;
}
