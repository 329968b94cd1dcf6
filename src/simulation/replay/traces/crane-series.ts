import { csvFields, csvNumber, csvRows } from '#simulation/replay/traces/csv-rows.ts';

/** One sample a minute of a service's metric; the unit is not known. */
export function readCraneSeries(text: string): Float64Array {
  const rows = csvRows(text, 'ts,value');
  return Float64Array.from(rows, (line, row) => csvNumber(csvFields(line, row, 2)[1]!, row));
}

/** The means of each five consecutive minutes, from the first on. */
export function fiveMinuteMeans(series: Float64Array): Float64Array {
  return Float64Array.from({ length: Math.floor(series.length / 5) }, (_, step) =>
    mean(series.subarray(step * 5, step * 5 + 5)),
  );
}

const daySteps = 288;

/** How much five-minute means resemble themselves a day later: 1 repeats each day, 0 does not. */
export function dailyCorrelation(means: Float64Array): number {
  const early = means.subarray(0, Math.max(means.length - daySteps, 0));
  const late = means.subarray(daySteps);
  const [earlyMean, lateMean] = [mean(early), mean(late)];
  let [both, earlySquares, lateSquares] = [0, 0, 0];
  for (const [index, value] of early.entries()) {
    const [x, y] = [value - earlyMean, late[index]! - lateMean];
    both += x * y;
    earlySquares += x * x;
    lateSquares += y * y;
  }
  return earlySquares > 0 && lateSquares > 0 ? both / Math.sqrt(earlySquares * lateSquares) : 0;
}

function mean(values: Float64Array): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}
