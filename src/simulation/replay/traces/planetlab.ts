import { csvFields, csvNumber, csvRows } from '#simulation/replay/traces/csv-rows.ts';

/** One day of PlanetLab's virtual machines: percent of each one's own CPU, every five minutes. */
export interface PlanetlabDay {
  readonly names: readonly string[];
  readonly steps: number;
  /** One row a machine, in file order: machine `v` at step `t` stands at `v * steps + t`. */
  readonly percent: Uint8Array;
}

/** Reads `vm,t000,t001…` with one row a machine. */
export function readPlanetlab(text: string): PlanetlabDay {
  const rows = csvRows(text, 'vm,');
  const steps = (rows[0] ?? '').split(',').length - 1;
  const percent = new Uint8Array(rows.length * steps);
  const names = rows.map((line, row) => {
    const [name, ...values] = csvFields(line, row, steps + 1);
    for (const [step, value] of values.entries()) percent[row * steps + step] = csvNumber(value, row);
    return name!;
  });
  return { names, steps, percent };
}
