import { expect, test } from 'vitest';
import { flawOf } from './sample-text.ts';

const cases: readonly { name: string; value: unknown; want: string }[] = [
  { name: 'a plain number', value: '0.853', want: 'none' },
  { name: 'A-06: an exponent', value: '1e-1', want: 'none' },
  { name: 'as Go writes large ones', value: '1.7179869184e+10', want: 'none' },
  { name: 'zero is a value', value: '0', want: 'none' },
  { name: 'a negative one is for others to judge', value: '-0.25', want: 'none' },
  { name: 'a JSON number, as some stores give', value: 0.5, want: 'none' },
  { name: 'a JSON number out of range', value: Infinity, want: 'garbage' },
  { name: 'A-05: the quantile of nothing', value: 'NaN', want: 'not-a-number' },
  { name: 'A-06: plus infinity', value: '+Inf', want: 'plus-infinity' },
  { name: 'A-06: minus infinity', value: '-Inf', want: 'minus-infinity' },
  { name: 'A-06: empty, which Number reads as 0', value: '', want: 'empty' },
  { name: 'a blank, which Number reads as 0', value: ' ', want: 'garbage' },
  { name: 'hexadecimal, which Number reads', value: '0x10', want: 'garbage' },
  { name: "JavaScript's own infinity", value: 'Infinity', want: 'garbage' },
  { name: 'more than a number can hold', value: '1e999', want: 'garbage' },
  { name: 'a word', value: 'abc', want: 'garbage' },
  { name: 'nothing', value: undefined, want: 'garbage' },
  { name: 'null', value: null, want: 'garbage' },
];
for (const c of cases) {
  test(`${c.name}: ${c.want}`, () => expect(flawOf(c.value)).toBe(c.want));
}
