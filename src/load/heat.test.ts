import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBits, feedHeat, type HeatRule, placeOf, standingAfter, standings } from '#load/heat.ts';
import { newColumns } from '#load/load-columns.ts';

const line = { threshold: 0.8, release: 0.72 };

/** Standings after each sample: `H` above the line, `c` below the release level, `-` between. */
function storyOf(samples: string, rule: HeatRule = { samples: 3, of: 5 }): string {
  const heat = newColumns(1, 5);
  const values = new Map([
    ['H', 0.9],
    ['c', 0.5],
    ['-', 0.75],
  ]);
  return samples
    .split('')
    .map((sample) => {
      feedHeat(heat, 0, placeOf(values.get(sample)!, line), rule);
      return { undecided: '?', hot: 'H', cool: 'c', 'was-hot': 'w' }[standings[heat.standing[0]!]!];
    })
    .join('');
}

const stories = [
  { name: 'three samples above make it hot', samples: 'HHH', want: '??H' },
  { name: 'three samples not above make it cool', samples: 'c-c', want: '??c' },
  { name: 'three of five in any order make it hot', samples: 'HcHcH', want: '????H' },
  { name: 'B-23, trap 18: one spike is no verdict', samples: 'cccHccc', want: '??ccccc' },
  { name: 'trap 18: two spikes are none', samples: 'cccHHccc', want: '??cccccc' },
  { name: 'trap 19: hot samples that fell out of the last five do not count', samples: 'cccHH---H', want: '??ccccccc' },
  { name: 'the band between the levels keeps a hot node hot', samples: 'HHH-----', want: '??HHHHHH' },
  { name: 'the band between the levels keeps a cool node cool', samples: 'ccc-----', want: '??cccccc' },
  { name: 'three of five below make it cool again', samples: 'HHHcHcHc', want: '??HHHHHc' },
  { name: 'three below in a row make it cool again', samples: 'HHHccc', want: '??HHHc' },
  { name: 'a full ring decides', samples: 'H-H-', rule: { samples: 4, of: 4 }, want: '???c' },
  { name: 'one of one follows every sample', samples: 'HcHc', rule: { samples: 1, of: 1 }, want: 'HcHc' },
  {
    name: 'where both can hold at once nothing flips',
    samples: 'HHccHcHc',
    rule: { samples: 2, of: 5 },
    want: '?HHHHHHH',
  },
  {
    name: 'thirty-two samples can be looked back on',
    samples: 'H'.repeat(32),
    rule: { samples: 32, of: 32 },
    want: `${'?'.repeat(31)}H`,
  },
];
for (const { name, samples, rule, want } of stories) {
  test(name, () => expect(storyOf(samples, rule)).toBe(want));
}

test('B-23: shares that alternate about the line flip a verdict once at most', () => {
  const heat = newColumns(1, 5);
  const told: number[] = [];
  for (const share of [
    0.55,
    0.95,
    0.56,
    0.54,
    ...Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 0.79 : 0.81)),
  ]) {
    feedHeat(heat, 0, placeOf(share, line), { samples: 3, of: 5 });
    told.push(heat.standing[0]!);
  }
  // four samples in it is cool
  const flips = told.slice(4).filter((standing, at) => standing !== told[at + 3]);
  expect(flips.length).toBeLessThanOrEqual(1);
});

const places = [
  { name: 'trap 21: at the threshold is not hot', value: 0.8, want: 'between' },
  { name: 'trap 21: at the threshold, summed in floats, is not hot', value: 0.1 + 0.7, want: 'between' },
  { name: 'trap 21: a last bit above the threshold is not hot', value: 0.8 + 2 ** -52, want: 'between' },
  { name: 'above is hot', value: 0.801, want: 'above' },
  { name: 'trap 21: at the release level is not cool', value: 0.72, want: 'between' },
  { name: 'below it is', value: 0.719, want: 'below' },
];
for (const { name, value, want } of places) {
  test(name, () => expect(placeOf(value, { threshold: 0.8, release: 0.8 - 0.8 * 0.1 })).toBe(want));
}

const silences = [
  { name: 'a verdict is held', standing: 'hot', silenceMs: 900, want: 'hot' },
  { name: 'hot is forgotten, but not that it was', standing: 'hot', silenceMs: 901, want: 'was-hot' },
  { name: 'in the end that too', standing: 'hot', silenceMs: 1801, want: 'undecided' },
  { name: 'cool is forgotten', standing: 'cool', silenceMs: 901, want: 'undecided' },
  { name: 'what was hot is held as long', standing: 'was-hot', silenceMs: 900, want: 'was-hot' },
  { name: 'what was hot is forgotten', standing: 'was-hot', silenceMs: 901, want: 'undecided' },
  { name: 'what was never heard of changes nothing', standing: 'undecided', silenceMs: Number.NaN, want: 'undecided' },
] as const;
for (const { name, standing, silenceMs, want } of silences) {
  test(name, () => expect(standings[standingAfter(standings.indexOf(standing), silenceMs, 900)]).toBe(want));
}

test('bits are counted', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 0xff_ff_ff_ff }), (word) => {
      expect(countBits(word)).toBe(word.toString(2).replaceAll('0', '').length);
    }),
  );
});

test('a heat is what a list of the last samples says it is', () => {
  const rule = fc
    .integer({ min: 1, max: 32 })
    .chain((of) => fc.record({ of: fc.constant(of), samples: fc.integer({ min: 1, max: of }) }));
  fc.assert(
    fc.property(rule, fc.array(fc.constantFrom('above', 'between', 'below'), { maxLength: 80 }), (rule, places) => {
      const heat = newColumns(1, 5);
      for (const place of places) feedHeat(heat, 0, place, rule);
      const last = places.slice(-rule.of);
      expect(countBits(heat.above[0]!)).toBe(last.filter((place) => place === 'above').length);
      expect(countBits(heat.below[0]!)).toBe(last.filter((place) => place === 'below').length);
      expect(heat.depth[0]).toBe(last.length);
    }),
  );
});
