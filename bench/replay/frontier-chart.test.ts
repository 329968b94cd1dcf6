import { expect, test } from 'vitest';
import { frontierChart } from './frontier-chart.ts';

const chart = {
  title: 'PL-8-44',
  none: 1000,
  clairvoyant: [
    [1, 500],
    [10, 100],
  ] as const,
  policies: [
    { name: 'lnu', evictions: 10, minutes: 300 },
    { name: 'lvrb', evictions: 10, minutes: 300 },
    { name: 'plimsoll@10', evictions: 5, minutes: 250 },
    { name: 'plimsoll@20', evictions: 2, minutes: 400 },
  ],
};

const labels = (svg: string, name: string): number[] =>
  [...svg.matchAll(new RegExp(`y="([\\d.]+)"[^>]*>${name}<`, 'g'))].map((match) => Number(match[1]));

test('more minutes stand higher, more evictions further right', () => {
  const circles = [...frontierChart(chart).matchAll(/class="ours" cx="([\d.]+)" cy="([\d.]+)"/g)];
  const [high, low] = circles.map((match) => ({ x: Number(match[1]), y: Number(match[2]) }));
  expect(high!.y).toBeLessThan(low!.y);
  expect(high!.x).toBeLessThan(low!.x);
});

test('the settings of one policy are joined, in the order of their evictions', () => {
  const [, path] = /class="ours-line" points="([^"]+)"/.exec(frontierChart(chart))!;
  const xs = path!.split(' ').map((point) => Number(point.split(',')[0]));
  expect(xs).toEqual(xs.toSorted((a, b) => a - b));
  expect(xs).toHaveLength(2);
});

test('names of dots in one place do not lie on each other', () => {
  const svg = frontierChart(chart);
  expect(Math.abs(labels(svg, 'lnu')[0]! - labels(svg, 'lvrb')[0]!)).toBeGreaterThanOrEqual(14);
});

test('the same results give the same picture', () => expect(frontierChart(chart)).toBe(frontierChart(chart)));
