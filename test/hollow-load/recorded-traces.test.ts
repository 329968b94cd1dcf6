import { expect, test } from 'vitest';
import { recordedTraces, type TraceName } from './recorded-traces.ts';

const cases: readonly { name: TraceName; rows: number; length: number }[] = [
  { name: 'planetlab', rows: 1052, length: 288 },
  { name: 'bitbrains-small', rows: 49, length: 1140 },
  { name: 'crane-series', rows: 11, length: 11_520 },
];
for (const { name, rows, length } of cases) {
  test(`${name} is levels from 0 to 1`, () => {
    const traces = recordedTraces(name);
    expect(traces.rows).toHaveLength(rows);
    expect(Math.min(...traces.rows.map((row) => row.length))).toBe(length);
    expect(traces.rows.every((row) => row.every((level) => level >= 0 && level <= 1))).toBe(true);
    expect(traces.rows.some((row) => Math.max(...row) > 0.9)).toBe(true);
  });
}
