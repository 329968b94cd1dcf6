import { recordedDay, recordedTables, recordedText, repositoryTraces } from '#app/recorded-load.ts';
import type { ReplayTraces } from '#simulation/replay/catalogue.ts';
import { readBitbrains } from '#simulation/replay/traces/bitbrains.ts';
import { fiveMinuteMeans, readCraneSeries } from '#simulation/replay/traces/crane-series.ts';
import { readPlanetlab } from '#simulation/replay/traces/planetlab.ts';
import { readSurfWeek } from '#simulation/replay/traces/surf-week.ts';

/** The traces that come with the repository. */
export const vendoredTraces: string = repositoryTraces;

/**
 * The traces under a folder laid out as `data/` is: `planetlab/planetlab-DATE.csv.gz`, `crane-series/*.csv.gz`,
 * `bitbrains-small/*.csv.gz`, `surf-week/*.csv.gz`, plain `.csv` as well. Any of them may be missing.
 */
export function readTraces(folder: string): ReplayTraces {
  const days = new Map(
    recordedTables(folder, 'planetlab').map((file) => [dateOf(file), readPlanetlab(recordedText(file))]),
  );
  return {
    days,
    series: recordedTables(folder, 'crane-series').map((file) => fiveMinuteMeans(readCraneSeries(recordedText(file)))),
    bitbrains: recordedTables(folder, 'bitbrains-small').map((file) => readBitbrains(recordedText(file))),
    jobs: recordedTables(folder, 'surf-week').flatMap((file) => readSurfWeek(recordedText(file))),
    noise: days.values().next().value ?? recordedDay(vendoredTraces, '20110303'),
  };
}

function dateOf(file: string): string {
  const date = /(\d{8})\.csv/.exec(file)?.[1];
  if (date === undefined) throw new Error(`${file}: its name must end with the day, as in planetlab-20110303.csv.gz`);
  return date;
}
