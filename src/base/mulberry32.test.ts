import { expect, test } from 'vitest';
import { below, mulberry32, shuffledOrder } from '#base/mulberry32.ts';

test('the numbers of a seed are the published ones', () => {
  const rng = mulberry32(1);
  expect([rng(), rng(), rng()]).toEqual([0.6270739405881613, 0.002735721180215478, 0.5274470399599522]);
});

test('a seed is taken as 32 bits', () => expect(mulberry32(2 ** 32 + 1)()).toBe(mulberry32(1)()));

test('whole numbers stay below their count, and reach every one', () => {
  const rng = mulberry32(7);
  const drawn = new Set(Array.from({ length: 200 }, () => below(rng, 5)));
  expect([...drawn].toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4]);
});

test('an order holds every number once, and is the same for the same seed', () => {
  const order = shuffledOrder(50, mulberry32(3));
  expect([...order].toSorted((a, b) => a - b)).toEqual([...Array.from({ length: 50 }).keys()]);
  expect(order).toEqual(shuffledOrder(50, mulberry32(3)));
  expect(order).not.toEqual(shuffledOrder(50, mulberry32(4)));
});
