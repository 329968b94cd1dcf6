import { describe, expect, test } from 'vitest';
import { readBitbrains } from '#simulation/replay/traces/bitbrains.ts';
import { dailyCorrelation, fiveMinuteMeans, readCraneSeries } from '#simulation/replay/traces/crane-series.ts';
import { readPlanetlab } from '#simulation/replay/traces/planetlab.ts';
import { readSurfWeek } from '#simulation/replay/traces/surf-week.ts';

describe('planetlab', () => {
  test('a row a machine, percent by step', () => {
    expect(readPlanetlab('vm,t000,t001,t002\nv1,1,2,3\nv2,4,5,99\n')).toEqual({
      names: ['v1', 'v2'],
      steps: 3,
      percent: Uint8Array.of(1, 2, 3, 4, 5, 99),
    });
  });

  const refused = [
    { what: 'another header', text: 'ts,value\n1,2\n', why: 'its header begins with "ts,value", not with "vm,"' },
    { what: 'a row that is short', text: 'vm,t000,t001\nv1,1,2\nv2,1\n', why: 'row 2 has 2 fields, not 3' },
    { what: 'what is no number', text: 'vm,t000\nv1,x\n', why: 'row 1 holds "x" for a number' },
    { what: 'nothing for a number', text: 'vm,t000\nv1,\n', why: 'row 1 holds "" for a number' },
  ];
  test.each(refused)('$what is refused', ({ text, why }) => {
    expect(() => readPlanetlab(text)).toThrow(expect.objectContaining({ code: 'replay/malformed-trace' }));
    expect(() => readPlanetlab(text)).toThrow(why);
  });
});

describe('crane-series', () => {
  test('one value a minute, means of five', () => {
    const series = readCraneSeries(
      `ts,value\n${[1, 2, 3, 4, 5, 10].map((value, at) => `${at * 60},${value}`).join('\n')}`,
    );
    expect([...series]).toEqual([1, 2, 3, 4, 5, 10]);
    expect([...fiveMinuteMeans(series)]).toEqual([3]);
  });

  const days = (value: (step: number) => number) => Float64Array.from({ length: 288 * 4 }, (_, step) => value(step));

  test('a day that repeats resembles itself, its mirror image does not', () => {
    expect(dailyCorrelation(days((step) => Math.sin((step / 288) * 2 * Math.PI)))).toBeCloseTo(1);
    expect(dailyCorrelation(days((step) => Math.sin((step / 576) * 2 * Math.PI)))).toBeCloseTo(-1);
  });

  test('a flat series resembles nothing', () => expect(dailyCorrelation(days(() => 7))).toBe(0));
});

test('bitbrains: permille of the cores, absent is 0', () => {
  const text = 'vm,cpu_count,cpu_capacity_mhz,mem_capacity_kb,t0,t1\n7,4,11704,100,250,\n8,1,2600,50,,1010\n';
  expect(readBitbrains(text)).toEqual({
    names: ['7', '8'],
    cores: Float64Array.of(4, 1),
    steps: 2,
    permille: Uint16Array.of(250, 0, 0, 1010),
  });
});

test('surf-week: a job with its life and use', () => {
  const text = 'task,submit_s,duration_s,cpu_count,mem_capacity,usage_permille_5min\n9,300,700,16,1000,1000 500 20\n';
  expect(readSurfWeek(text)).toEqual([
    { submittedAtSeconds: 300, durationSeconds: 700, cores: 16, permille: Uint16Array.of(1000, 500, 20) },
  ]);
});
