import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

/** Levels between 0 and 1, one a step, of many machines or services; each holds for its step. */
export interface RecordedTraces {
  readonly stepMs: number;
  readonly rows: readonly Float32Array[];
}

export type TraceName = 'planetlab' | 'bitbrains-small' | 'crane-series';

const STEPS_OF_A_DAY = 288;

const root = join(import.meta.dirname, '../../data');

const known = new Map<TraceName, RecordedTraces>();

/** A folder of traces, read once. What each is, its README says. */
export function recordedTraces(name: TraceName): RecordedTraces {
  const traces = known.get(name) ?? readTraces(name);
  known.set(name, traces);
  return traces;
}

function readTraces(name: TraceName): RecordedTraces {
  switch (name) {
    case 'planetlab':
      return { stepMs: 300_000, rows: linesOf(name, 'planetlab-20110303.csv.gz').map((cells) => row(cells, 1, 100)) };
    case 'bitbrains-small': {
      // an empty cell is a machine that was not there: not one that idled
      const lines = linesOf(name, 'bitbrains-small-days00-20.csv.gz').map((cells) =>
        cells.filter((cell) => cell !== ''),
      );
      const rows = lines.map((cells) => row(cells, 4, 1000));
      return { stepMs: 300_000, rows: rows.filter((levels) => levels.length >= STEPS_OF_A_DAY) };
    }
    case 'crane-series': {
      const files = readdirSync(join(root, name)).filter((file) => file.endsWith('.csv.gz'));
      return { stepMs: 60_000, rows: files.map((file) => series(linesOf(name, file))) };
    }
  }
}

function linesOf(folder: string, file: string): string[][] {
  const text = gunzipSync(readFileSync(join(root, folder, file))).toString();
  return text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
}

/** The cells from `from` on, of which `whole` is 1. */
function row(cells: readonly string[], from: number, whole: number): Float32Array {
  return Float32Array.from(cells.slice(from), (cell) => Math.min(1, Math.max(0, Number(cell) / whole)));
}

/** `ts,value` in a unit that nobody knows: its highest value is 1. */
function series(lines: readonly (readonly string[])[]): Float32Array {
  const values = lines.map(([, value]) => value ?? '');
  return row(values, 0, Math.max(...values.map(Number)));
}
