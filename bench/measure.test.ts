import { expect, test } from 'vitest';
import { findingsOf, meets } from './measure.ts';

const cases = [
  { value: 80, goal: '<= 80', want: true },
  { value: 80.1, goal: '<= 80', want: false },
  { value: 80, goal: '< 80', want: false },
  { value: 4, goal: '>= 4', want: true },
  { value: 3.9, goal: '>= 4', want: false },
  { value: 4, goal: '> 4', want: false },
  { value: 1, goal: '= 1', want: true },
  { value: 2, goal: '= 1', want: false },
];

for (const { value, goal, want } of cases) {
  test(`${value} ${want ? 'meets' : 'misses'} ${goal}`, () => expect(meets({ value, goal })).toBe(want));
}

test('a number without a goal is only printed', () => expect(meets({ value: 1e9 })).toBe(true));

test('a goal that cannot be read is refused', () => {
  expect(() => meets({ value: 1, goal: 'fast' })).toThrow('a goal is written like "<= 80", not "fast"');
});

test('what is not a number misses every goal', () => expect(meets({ value: Number.NaN, goal: '<= 80' })).toBe(false));

test('bare measures are findings, also where one of them is called measures', () => {
  const bare = { measures: { value: 1, unit: 's' } };
  expect(findingsOf(bare)).toEqual({ measures: bare });
  expect(findingsOf({ measures: bare, partial: true })).toEqual({ measures: bare, partial: true });
});
