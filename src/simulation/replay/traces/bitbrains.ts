import { csvNumber, csvRows } from '#simulation/replay/traces/csv-rows.ts';

/** Business virtual machines of Bitbrains, every five minutes. */
export interface BitbrainsTrace {
  readonly names: readonly string[];
  /** Cores, by machine. */
  readonly cores: Float64Array;
  readonly steps: number;
  /** Permille of the machine's CPU, 0 where it is absent: machine `v` at step `t` stands at `v * steps + t`. */
  readonly permille: Uint16Array;
}

/** Reads `vm,cpu_count,cpu_capacity_mhz,mem_capacity_kb,t0,t1…` with one row a machine. */
export function readBitbrains(text: string): BitbrainsTrace {
  const rows = csvRows(text, 'vm,cpu_count,cpu_capacity_mhz,mem_capacity_kb,').map((line) => line.split(','));
  const steps = Math.max(...rows.map((fields) => fields.length)) - 4;
  const permille = new Uint16Array(rows.length * steps);
  for (const [row, fields] of rows.entries()) {
    for (const [step, value] of fields.slice(4).entries()) {
      if (value !== '') permille[row * steps + step] = csvNumber(value, row);
    }
  }
  return {
    names: rows.map((fields) => fields[0]!),
    cores: Float64Array.from(rows, (fields, row) => csvNumber(fields[1] ?? '', row)),
    steps,
    permille,
  };
}
