import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A series of the past: samples every so often, from and to (both counted in) in seconds since the Unix epoch. */
export interface PastSeries {
  readonly metric: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly from: number;
  readonly to: number;
  readonly everySeconds: number;
  /** The value at so many seconds after `from`. */
  readonly at: (seconds: number) => number | string;
}

/** Writes the past into a Prometheus' data folder, before it starts. */
export async function backfill(promtool: string, dataFolder: string, series: Iterable<PastSeries>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-backfill-'));
  try {
    const file = join(folder, 'past.om');
    writeFileSync(file, openMetrics(series));
    await promisify(execFile)(promtool, ['tsdb', 'create-blocks-from', 'openmetrics', '--quiet', file, dataFolder]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openMetrics(series: Iterable<PastSeries>): string {
  const lines: string[] = [];
  for (const { metric, labels, from, to, everySeconds, at } of series) {
    const written = Object.entries(labels).map(([label, value]) => `${label}=${JSON.stringify(value)}`);
    for (let time = from; time <= to; time += everySeconds) {
      lines.push(`${metric}{${written.join(',')}} ${at(time - from)} ${time}`);
    }
  }
  return `${lines.join('\n')}\n# EOF\n`;
}
