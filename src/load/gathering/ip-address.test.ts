import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalIp } from './ip-address.ts';

const same = [
  [
    'fd00:10::21',
    'fd00:10:0:0::21',
    'FD00:10:0:0:0:0:0:21',
    'fd00:0010::0021',
    'fd00:10::0.0.0.33',
    'fd00:10::21%eth0',
  ],
  ['10.0.0.21', '::ffff:10.0.0.21', '::FFFF:0a00:0015', '0:0:0:0:0:ffff:a00:15'],
  ['::', '0:0:0:0:0:0:0:0', '0::0', '::0.0.0.0'],
  ['::1', '0:0:0:0:0:0:0:1', '0000::0001'],
  ['fe80::1%eth0', 'FE80:0::1%eth0', 'fe80::1%25eth0'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['::2:3:4:5:6:7:8', '0:2:3:4:5:6:7:8'],
];
for (const spellings of same) {
  test(`A-18: ${spellings.join(', ')} are one address`, () => {
    const canonical = new Set(spellings.map(canonicalIp));
    expect(canonical.size).toBe(1);
    expect(canonical.has(undefined)).toBe(false);
  });
}

test('addresses that differ stay apart', () => {
  const different = [
    'fd00::1',
    'fd00::10',
    'fd00:1::',
    'fe80::1',
    'fe80::1%eth0',
    'fe80::1%eth1',
    '10.0.0.1',
    '10.0.0.10',
    '::10.0.0.1',
  ];
  expect(new Set(different.map(canonicalIp)).size).toBe(different.length);
});

const none = [
  '',
  ':',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4::5:6:7:8',
  '12345::',
  'g::',
  '1:2:3:4:5:6:7:8%',
  '10.0.0',
  '10.0.0.0.1',
  '10.0.0.256',
  '010.0.0.1',
  '10.0.0.1:',
  '::10.0.0',
  '::10.0.0.256',
  '10.0.0.1::',
  ':1::',
  '1:',
  'n1',
  '[::1]',
  '1.2.3.4:80',
  '::ffff:10.0.0.1:80',
  '-1::',
  '0x1::',
];
for (const text of none) {
  test(`"${text}" is no address`, () => expect(canonicalIp(text)).toBeUndefined());
}

/** A spelling of the same eight groups: case, leading zeros, a run of zeros left out, an end in decimals. */
const spelling = fc
  .tuple(
    fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), { minLength: 8, maxLength: 8 }),
    fc.array(fc.record({ upper: fc.boolean(), width: fc.integer({ min: 1, max: 4 }) }), { minLength: 8, maxLength: 8 }),
    fc.nat(),
    fc.boolean(),
  )
  .map(([groups, styles, cut, decimals]) => ({ groups, text: spell(groups, styles, cut, decimals) }));

function spell(
  groups: readonly number[],
  styles: readonly { upper: boolean; width: number }[],
  cut: number,
  decimals: boolean,
): string {
  const words = groups.map((group, at) => {
    const hex = group.toString(16).padStart(styles[at]!.width, '0');
    return styles[at]!.upper ? hex.toUpperCase() : hex;
  });
  const runs = groups.flatMap((_, from) =>
    [1, 2, 3, 4, 5, 6, 7, 8].flatMap((length) =>
      from + length <= (decimals ? 6 : 8) && groups.slice(from, from + length).every((group) => group === 0)
        ? [{ from, length }]
        : [],
    ),
  );
  const run = runs.length === 0 ? undefined : runs[cut % (runs.length + 1)];
  if (decimals) words.splice(6, 2, [groups[6]! >> 8, groups[6]! & 255, groups[7]! >> 8, groups[7]! & 255].join('.'));
  if (run === undefined) return words.join(':');
  return `${words.slice(0, run.from).join(':')}::${words.slice(run.from + run.length).join(':')}`;
}

test('A-18: every spelling of an address is the same address', () => {
  fc.assert(
    fc.property(spelling, ({ groups, text }) => {
      const plain = groups.map((group) => group.toString(16)).join(':');
      expect(canonicalIp(plain)).toBeDefined();
      expect(canonicalIp(text)).toBe(canonicalIp(plain));
    }),
  );
});

test('no text makes it throw', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('0', '1', '9', 'f', ':', '.', '%', '[') }),
      (text) => void canonicalIp(text),
    ),
  );
});
