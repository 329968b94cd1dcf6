import { expect, test } from 'vitest';
import { scaledToGreatest } from './normalise.ts';

const cases = [
  { name: 'A15: the more taints, the less', scores: [2, 1, 0], reversed: true, want: [0, 50, 100] },
  { name: 'A15: no taints anywhere', scores: [0, 0, 0], reversed: true, want: [100, 100, 100] },
  { name: 'A16: the more weight, the more', scores: [30, 80, 0], reversed: false, want: [37, 100, 0] },
  { name: 'A16: no weight anywhere', scores: [0, 0, 0], reversed: false, want: [0, 0, 0] },
];
for (const { name, scores, reversed, want } of cases) {
  test(name, () => expect(scaledToGreatest(scores, reversed)).toEqual(want));
}
