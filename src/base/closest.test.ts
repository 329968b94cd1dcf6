import { expect, test } from 'vitest';
import { closest, editDistance } from '#base/closest.ts';

const slips = [
  { name: 'a missing letter is found', word: 'treshold', among: ['threshold', 'latency'], want: 'threshold' },
  { name: 'swapped neighbours count as one slip', word: 'laod', among: ['log', 'load'], want: 'load' },
  { name: 'case alone wins over a nearer spelling', word: 'maxCpu', among: ['maxCp', 'maxCPU'], want: 'maxCPU' },
  { name: 'the nearest of several wins', word: 'binpak', among: ['balanced', 'binpack'], want: 'binpack' },
  { name: 'the first of two equally near wins', word: 'hos', among: ['hot', 'hop'], want: 'hot' },
  { name: 'a stranger gets no suggestion', word: 'banana', among: ['cpu', 'memory', 'latency'], want: undefined },
  { name: 'a short word may be one slip away', word: 'pu', among: ['cpu'], want: 'cpu' },
  { name: 'a short word two slips away is a stranger', word: 'op', among: ['cpu'], want: undefined },
  { name: 'nothing is close to nothing', word: 'cpu', among: [], want: undefined },
];
for (const c of slips) {
  test(c.name, () => expect(closest(c.word, c.among)).toBe(c.want));
}

const distances = [
  { from: '', to: '', want: 0 },
  { from: '', to: 'abc', want: 3 },
  { from: 'abc', to: '', want: 3 },
  { from: 'kitten', to: 'sitting', want: 3 },
  { from: 'ab', to: 'ba', want: 1 },
  { from: 'same', to: 'same', want: 0 },
];
for (const c of distances) {
  test(`"${c.from}" is ${c.want} edits from "${c.to}"`, () => expect(editDistance(c.from, c.to)).toBe(c.want));
}
