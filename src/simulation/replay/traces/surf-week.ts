import { csvFields, csvNumber, csvRows } from '#simulation/replay/traces/csv-rows.ts';

/** A job of an HPC cluster that took whole machines. */
export interface SurfJob {
  readonly submittedAtSeconds: number;
  readonly durationSeconds: number;
  readonly cores: number;
  /** Permille of its cores, every five minutes from its start on. */
  readonly permille: Uint16Array;
}

/** Reads `task,submit_s,duration_s,cpu_count,mem_capacity,usage_permille_5min` with one row a job. */
export function readSurfWeek(text: string): SurfJob[] {
  const rows = csvRows(text, 'task,submit_s,duration_s,cpu_count,mem_capacity,usage_permille_5min');
  return rows.map((line, row) => {
    const fields = csvFields(line, row, 6);
    return {
      submittedAtSeconds: csvNumber(fields[1]!, row),
      durationSeconds: csvNumber(fields[2]!, row),
      cores: csvNumber(fields[3]!, row),
      permille: Uint16Array.from(fields[5]!.split(' '), (value) => csvNumber(value, row)),
    };
  });
}
