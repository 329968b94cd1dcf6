import { expect, test } from 'vitest';
import type { Taint } from './kubernetes/node.ts';
import type { Toleration } from './kubernetes/pod.ts';
import { isTolerated, tolerates } from './tolerations.ts';

const noSchedule: Taint = { key: 'k', value: 'v', effect: 'NoSchedule' };
const level = (value: string): Taint => ({ key: 'k', value, effect: 'NoSchedule' });

const cases: readonly { name: string; toleration: Toleration; taint?: Taint; want: boolean; compared?: boolean }[] = [
  { name: 'Exists without a key tolerates everything', toleration: { operator: 'Exists' }, want: true },
  {
    name: 'Exists of a key tolerates any effect of it',
    toleration: { key: 'k', operator: 'Exists' },
    taint: { key: 'k', value: 'v', effect: 'NoExecute' },
    want: true,
  },
  { name: 'another key is not tolerated', toleration: { key: 'x', operator: 'Exists' }, want: false },
  { name: 'no operator means Equal', toleration: { key: 'k', value: 'v' }, want: true },
  { name: 'Equal minds the value', toleration: { key: 'k', operator: 'Equal', value: 'w' }, want: false },
  {
    name: 'no value is the empty one',
    toleration: { key: 'k' },
    taint: { key: 'k', effect: 'NoSchedule' },
    want: true,
  },
  { name: 'the effect must be its own', toleration: { key: 'k', value: 'v', effect: 'NoExecute' }, want: false },
  { name: 'an empty key with Equal goes by value', toleration: { value: 'v' }, want: true },
  { name: 'how long does not matter', toleration: { key: 'k', value: 'v', tolerationSeconds: 0 }, want: true },
  {
    name: 'Gt: the taint is above',
    toleration: { key: 'k', operator: 'Gt', value: '5' },
    taint: level('6'),
    want: true,
  },
  { name: 'Gt: not when equal', toleration: { key: 'k', operator: 'Gt', value: '5' }, taint: level('5'), want: false },
  {
    name: 'Lt: the taint is below',
    toleration: { key: 'k', operator: 'Lt', value: '5' },
    taint: level('-6'),
    want: true,
  },
  { name: 'Lt: not when equal', toleration: { key: 'k', operator: 'Lt', value: '5' }, taint: level('5'), want: false },
  {
    name: 'zeros in front are no number',
    toleration: { key: 'k', operator: 'Lt', value: '5' },
    taint: level('04'),
    want: false,
  },
  { name: 'nor is a plus', toleration: { key: 'k', operator: 'Lt', value: '+5' }, taint: level('4'), want: false },
  {
    name: 'nor what 64 bits do not hold',
    toleration: { key: 'k', operator: 'Gt', value: '5' },
    taint: level('9223372036854775808'),
    want: false,
  },
  {
    name: 'where taints are not compared, Gt tolerates nothing',
    toleration: { key: 'k', operator: 'Gt', value: '5' },
    taint: level('6'),
    want: false,
    compared: false,
  },
];
for (const { name, toleration, taint = noSchedule, want, compared = true } of cases) {
  test(name, () => expect(tolerates(toleration, taint, { comparesTaints: compared })).toBe(want));
}

test('one toleration of several is enough, and none is not', () => {
  const rules = { comparesTaints: false };
  expect(isTolerated(noSchedule, [{ key: 'x' }, { key: 'k', operator: 'Exists' }], rules)).toBe(true);
  expect(isTolerated(noSchedule, [], rules)).toBe(false);
});

test('a hard taint is not tolerated for the value of another (C-11)', () => {
  const dedicated: Taint = { key: 'dedicated', value: 'x', effect: 'PreferNoSchedule' };
  expect(isTolerated(dedicated, [{ key: 'dedicated', operator: 'Equal', value: 'y' }], { comparesTaints: false })).toBe(
    false,
  );
});
