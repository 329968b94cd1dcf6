import { expect, test } from 'vitest';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { readSnapshot, writeSnapshot } from '#load/forecast/forecast-snapshot.ts';

const STEP_MS = 300_000;

function feed(forecaster: Forecaster, from: number, to: number): Forecaster {
  for (let step = from; step < to; step++) {
    const cores = 1 + Math.sin(step / 40);
    forecaster.observe(step * STEP_MS, Float64Array.of(cores, 2 * cores, step % 7 === 0 ? Number.NaN : 0.5));
  }
  return forecaster;
}

function enrolled(): Forecaster {
  const forecaster = new Forecaster();
  for (const key of ['a', 'b', 'c'])
    forecaster.enrol({ key, owner: key === 'c' ? 'solo' : 'web', scale: 4, request: 1 });
  return forecaster;
}

function restored(text: string): Forecaster {
  const read = readSnapshot(text);
  if (read.kind !== 'read') throw new Error(read.why);
  return read.forecaster;
}

test('what was learnt goes on as if nothing had happened', () => {
  const whole = feed(enrolled(), 0, 700);
  const half = restored(writeSnapshot(feed(enrolled(), 0, 400)));
  const expected = whole.outlook(700 * STEP_MS);
  const found = feed(half, 400, 700).outlook(700 * STEP_MS);
  for (const column of ['ownerMean', 'ownerVariance', 'variance', 'offset', 'skew'] as const) {
    for (const [at, value] of expected[column].entries()) expect(found[column][at]).toBeCloseTo(value, 6);
  }
  expect(found.learntMs).toBe(expected.learntMs);
});

test('what was never seen stays never seen', () => {
  expect(Number.isNaN(restored(writeSnapshot(enrolled())).since)).toBe(true);
});

test('a second snapshot is the first', () => {
  const text = writeSnapshot(feed(enrolled(), 0, 400));
  expect(writeSnapshot(restored(text))).toBe(text);
});

const text = writeSnapshot(feed(enrolled(), 0, 40));
const other = writeSnapshot(new Forecaster({ stepMs: 60_000 }));
const damaged = [
  { name: 'cut off', text: text.slice(0, -10), why: 'damaged' },
  { name: 'changed', text: text.replace('"web"', '"wab"'), why: 'damaged' },
  { name: 'empty', text: '', why: 'damaged' },
  { name: 'something else', text: 'a poem\nof two lines', why: 'damaged' },
  { name: 'of another step', text: other, why: 'another-step' },
];

for (const { name, text: broken, why } of damaged) {
  test(`a snapshot that is ${name} says so`, () => {
    expect(readSnapshot(broken)).toEqual({ kind: 'unreadable', why });
  });
}
