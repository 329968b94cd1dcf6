import { expect, test } from 'vitest';
import { fairShare } from './fair-share.ts';

const cases = [
  { name: 'where there is enough, all get what they want', wanted: [1, 2], weights: [1, 1], cores: 4, got: [1, 2] },
  {
    name: 'what one leaves is shared by the rest',
    wanted: [0.5, 3, 3],
    weights: [1, 1, 1],
    cores: 4,
    got: [0.5, 1.75, 1.75],
  },
  { name: 'those who asked for more weigh more', wanted: [3, 3], weights: [3, 1], cores: 2, got: [1.5, 0.5] },
];
for (const { name, wanted, weights, cores, got } of cases) {
  test(name, () => expect(fairShare(wanted, weights, cores)).toEqual(got));
}
