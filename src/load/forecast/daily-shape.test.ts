import { expect, test } from 'vitest';
import { repeatOf, smoothness } from '#load/forecast/daily-shape.ts';
import { forecastDefaults, HOURS } from '#load/forecast/forecast-options.ts';

const wave = Float64Array.from({ length: HOURS }, (_, hour) => Math.sin((2 * Math.PI * hour) / HOURS));
const saw = Float64Array.from({ length: HOURS }, (_, hour) => (hour % 2 === 0 ? 1 : -1));

test('a wave is smooth, a saw is not, a flat day has nothing to be', () => {
  expect(smoothness(wave).smooth).toBeCloseTo(Math.cos((2 * Math.PI) / HOURS), 9);
  expect(smoothness(wave).square).toBeCloseTo(0.5, 9);
  expect(smoothness(saw)).toEqual({ square: 1, smooth: 0 });
  expect(smoothness(new Float64Array(HOURS))).toEqual({ square: 0, smooth: 0 });
});

const nothing = { products: 0, squares: 0 };

test('an unproved shape is believed as far as it is smooth', () => {
  expect(repeatOf(nothing, nothing, { square: 0.5, smooth: 0.9 }, forecastDefaults)).toBeCloseTo(0.8 * 0.9, 9);
  expect(repeatOf(nothing, nothing, { square: 0.5, smooth: 0 }, forecastDefaults)).toBe(0);
  expect(repeatOf(nothing, nothing, { square: 0, smooth: 0 }, forecastDefaults)).toBe(0);
});

test('twelve hours of proof weigh as much as the prior', () => {
  const shape = { square: 0.5, smooth: 1 };
  const proved = { products: 6, squares: 6 };
  const disproved = { products: 0, squares: 6 };
  expect(repeatOf(proved, nothing, shape, forecastDefaults)).toBeCloseTo((0.8 + 1) / 2, 9);
  expect(repeatOf(disproved, nothing, shape, forecastDefaults)).toBeCloseTo(0.8 / 2, 9);
});

test('what shapes of all owners were worth replaces the prior', () => {
  const shape = { square: 0.5, smooth: 1 };
  // a day of hours is worth as much as the prior of all
  expect(repeatOf(nothing, { products: 0, squares: 12 }, shape, forecastDefaults)).toBeCloseTo(0.4, 9);
});
