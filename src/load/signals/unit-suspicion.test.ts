import { expect, test } from 'vitest';
import type { Unit } from './signal.ts';
import { suspectUnit, unitHint } from './unit-suspicion.ts';

const cases: readonly {
  readonly name: string;
  readonly declared: Unit;
  readonly values: readonly number[];
  readonly want: string;
}[] = [
  { name: 'ratios look like ratios', declared: 'ratio', values: [0.1, 0.8, 1.02], want: 'fits' },
  {
    name: 'trap 8: 63 where a ratio is declared looks like a percent',
    declared: 'ratio',
    values: [63, 41, 0.9],
    want: 'percent',
  },
  {
    name: 'trap 8: 0.63 where a percent is declared looks like a ratio',
    declared: 'percent',
    values: [0.63, 0.2, 0.9],
    want: 'ratio',
  },
  { name: 'an idle cluster in percent is not suspected', declared: 'percent', values: [0.6, 0.2, 3], want: 'fits' },
  { name: 'zeros tell nothing', declared: 'percent', values: [0, 0, 0], want: 'fits' },
  { name: 'one node tells nothing', declared: 'percent', values: [0.5], want: 'fits' },
  { name: 'other units cannot be told apart', declared: 'count', values: [63, 41, 9], want: 'fits' },
];
for (const { name, declared, values, want } of cases) {
  test(name, () => {
    const suspicion = suspectUnit(declared, values);
    expect(suspicion.kind === 'fits' ? 'fits' : suspicion.likely).toBe(want);
  });
}

test('a value that no percent could be gets no hint', () => expect(unitHint('ratio', 5000)).toBeUndefined());
