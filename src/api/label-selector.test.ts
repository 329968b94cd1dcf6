import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { StringMap } from './kubernetes/metadata.ts';
import type { LabelSelector } from './kubernetes/selectors.ts';
import { compilePairs, compileSelector, narrowed, selects } from './label-selector.ts';

const web: StringMap = { app: 'web', tier: 'front' };

const cases: readonly { name: string; selector: LabelSelector | undefined; labels?: StringMap; want: boolean }[] = [
  { name: 'an absent selector selects nothing', selector: undefined, want: false },
  { name: 'an empty selector selects everything', selector: {}, want: true },
  { name: 'so does one of empty parts', selector: { matchLabels: {}, matchExpressions: [] }, want: true },
  { name: 'every pair must be there', selector: { matchLabels: { app: 'web', tier: 'front' } }, want: true },
  { name: 'one missing pair is enough to miss', selector: { matchLabels: { app: 'web', tier: 'back' } }, want: false },
  { name: 'In needs the key', selector: expression('zone', 'In', ['a']), want: false },
  { name: 'In takes any of its values', selector: expression('app', 'In', ['api', 'web']), want: true },
  { name: 'NotIn is content without the key', selector: expression('zone', 'NotIn', ['a']), want: true },
  { name: 'NotIn minds its values', selector: expression('app', 'NotIn', ['web']), want: false },
  { name: 'Exists wants the key', selector: expression('app', 'Exists'), want: true },
  { name: 'DoesNotExist wants it gone', selector: expression('app', 'DoesNotExist'), want: false },
  { name: 'the empty value is a value', selector: { matchLabels: { app: '' } }, labels: { app: '' }, want: true },
  { name: 'an inherited name is no label', selector: expression('constructor', 'Exists'), want: false },
  { name: 'In without values breaks it', selector: expression('app', 'In', []), want: false },
  { name: 'NotIn without values breaks it', selector: expression('zone', 'NotIn', []), want: false },
  { name: 'Exists with values breaks it', selector: expression('app', 'Exists', ['web']), want: false },
  { name: 'a value no label may have breaks it', selector: expression('app', 'NotIn', ['bad value!']), want: false },
  { name: 'a key no label may have breaks it', selector: expression('a b', 'DoesNotExist'), want: false },
  { name: 'a value of 64 breaks it', selector: expression('app', 'NotIn', ['x'.repeat(64)]), want: false },
  { name: 'a bad domain breaks it', selector: expression('Example.com/a', 'DoesNotExist'), want: false },
  { name: 'a good domain does not', selector: expression('example.com/a', 'DoesNotExist'), want: true },
];
for (const { name, selector, labels = web, want } of cases) {
  test(name, () => expect(selects(compileSelector(selector), labels)).toBe(want));
}

type Operator = NonNullable<LabelSelector['matchExpressions']>[number]['operator'];

function expression(key: string, operator: Operator, values?: readonly string[]): LabelSelector {
  return { matchExpressions: [values === undefined ? { key, operator } : { key, operator, values }] };
}

test('size is for nodes alone: Gt breaks a selector of labels', () => {
  // no API server lets it through; a hand-written file may hold it
  const selector: LabelSelector = JSON.parse('{"matchExpressions":[{"key":"n","operator":"Gt","values":["1"]}]}');
  expect(selects(compileSelector(selector), { n: '2' })).toBe(false);
});

test('a label named __proto__ is asked like any other', () => {
  const labels: StringMap = Object.fromEntries([['__proto__', 'x']]);
  // no label may begin with an underscore, so only what is not checked can ask for it
  expect(selects(compilePairs(labels), labels)).toBe(true);
  expect(selects(compilePairs(labels), {})).toBe(false);
});

test('what asks the same has the same key, however it is written', () => {
  const key = compileSelector({ matchLabels: { a: '1', b: '2' } }).key;
  const others: readonly LabelSelector[] = [
    { matchLabels: { b: '2', a: '1' } },
    { matchLabels: { a: '1' }, matchExpressions: [{ key: 'b', operator: 'In', values: ['2', '2'] }] },
    { matchLabels: { a: '1', b: '2' }, matchExpressions: [{ key: 'a', operator: 'In', values: ['1'] }] },
  ];
  for (const other of others) expect(compileSelector(other).key).toBe(key);
  expect(compileSelector({ matchLabels: { a: '1' } }).key).not.toBe(key);
  expect(compilePairs({ a: '1,b=2' }).key).not.toBe(compilePairs({ a: '1', b: '2' }).key);
});

test('an index may start from the pairs that every match has', () => {
  const { requiredPairs } = compileSelector({
    matchLabels: { app: 'web' },
    matchExpressions: [
      { key: 'tier', operator: 'In', values: ['front'] },
      { key: 'zone', operator: 'In', values: ['a', 'b'] },
      { key: 'old', operator: 'NotIn', values: ['yes'] },
    ],
  });
  expect(requiredPairs).toEqual([
    ['app', 'web'],
    ['tier', 'front'],
  ]);
});

test('a selector can be narrowed, but nothing stays nothing', () => {
  const more = [{ kind: 'in', key: 'hash', values: ['1'] }] as const;
  expect(narrowed(compileSelector({ matchLabels: { app: 'web' } }), more)).toEqual(
    compileSelector({ matchLabels: { app: 'web', hash: '1' } }),
  );
  expect(narrowed(compileSelector({}), more)).toEqual(compileSelector({ matchLabels: { hash: '1' } }));
  expect(narrowed(compileSelector(undefined), more).kind).toBe('nothing');
});

const keys = fc.constantFrom('a', 'b', 'c');
const values = fc.constantFrom('', '1', '2', '3');
const labelSets = fc.dictionary(keys, values);
const selectors = fc.record({
  matchLabels: fc.dictionary(keys, values, { maxKeys: 2 }),
  matchExpressions: fc.array(
    fc.record({
      key: keys,
      operator: fc.constantFrom<Operator>('In', 'NotIn', 'Exists', 'DoesNotExist'),
      values: fc.array(values, { maxLength: 2 }),
    }),
    { maxLength: 3 },
  ),
});

/** The words of the API, one after the other. */
function plainly({ matchLabels = {}, matchExpressions = [] }: LabelSelector, labels: StringMap): boolean {
  const broken = matchExpressions.some(({ operator, values: listed = [] }) =>
    operator === 'In' || operator === 'NotIn' ? listed.length === 0 : listed.length > 0,
  );
  if (broken) return false;
  const pairs = Object.entries(matchLabels).every(([key, value]) => labels[key] === value);
  return (
    pairs &&
    matchExpressions.every(({ key, operator, values: listed = [] }) => {
      const has = key in labels;
      if (operator === 'Exists') return has;
      if (operator === 'DoesNotExist') return !has;
      const listedHere = has && listed.includes(labels[key]!);
      return operator === 'In' ? listedHere : !listedHere;
    })
  );
}

test('compiled selectors select what plain reading selects; required pairs are on every match; equal keys select alike', () => {
  const byKey = new Map<string, LabelSelector>();
  fc.assert(
    fc.property(selectors, labelSets, (selector, labels) => {
      const compiled = compileSelector(selector);
      const selected = selects(compiled, labels);
      expect(selected).toBe(plainly(selector, labels));
      if (selected) for (const [key, value] of compiled.requiredPairs) expect(labels[key]).toBe(value);
      const twin = byKey.get(compiled.key) ?? selector;
      byKey.set(compiled.key, twin);
      expect(plainly(twin, labels)).toBe(selected);
    }),
    { numRuns: 2000 },
  );
});
