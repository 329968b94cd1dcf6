import { expect, test } from 'vitest';
import type { StringMap } from './kubernetes/metadata.ts';
import type { NodeSelectorRequirement, NodeSelectorTerm } from './kubernetes/selectors.ts';
import { compileNodeSelector, compileTerm, namedNodes, selectsNode } from './node-selector.ts';

type Operator = NodeSelectorRequirement['operator'];

const on = (key: string, operator: Operator, ...values: string[]): NodeSelectorTerm => ({
  matchExpressions: [{ key, operator, values }],
});
const named = (operator: Operator, ...values: string[]): NodeSelectorTerm => ({
  matchFields: [{ key: 'metadata.name', operator, values }],
});

const cases: readonly { name: string; terms: readonly NodeSelectorTerm[]; labels?: StringMap; want: boolean }[] = [
  { name: 'no term selects nothing', terms: [], want: false },
  { name: 'an empty term selects nothing', terms: [{}], want: false },
  {
    name: 'one term of several is enough',
    terms: [on('k', 'In', 'x'), on('k', 'In', 'v')],
    labels: { k: 'v' },
    want: true,
  },
  { name: 'labels may exceed a bound: 007 > 6', terms: [on('k', 'Gt', '6')], labels: { k: '007' }, want: true },
  { name: 'a bound is not in its range', terms: [on('k', 'Gt', '6')], labels: { k: '6' }, want: false },
  { name: 'an absent label is below nothing', terms: [on('k', 'Lt', '6')], want: false },
  { name: 'a value below zero breaks the term', terms: [on('k', 'Gt', '-1')], labels: { k: '5' }, want: false },
  { name: '9.5 is above nothing', terms: [on('k', 'Gt', '6')], labels: { k: '9.5' }, want: false },
  { name: 'a bound of words breaks the term', terms: [on('k', 'Lt', 'six')], labels: { k: '5' }, want: false },
  { name: 'two bounds break the term', terms: [on('k', 'Lt', '6', '7')], labels: { k: '5' }, want: false },
  {
    name: 'a number beyond 64 bits is none',
    terms: [on('k', 'Gt', '6')],
    labels: { k: '9223372036854775808' },
    want: false,
  },
  {
    name: 'the largest of 64 bits is one',
    terms: [on('k', 'Gt', '6')],
    labels: { k: '9223372036854775807' },
    want: true,
  },
  { name: 'NotIn is content without the label', terms: [on('k', 'NotIn', 'v')], want: true },
  { name: 'so is DoesNotExist', terms: [on('k', 'DoesNotExist')], want: true },
  { name: 'In without values breaks the term', terms: [on('k', 'In')], labels: { k: '' }, want: false },
  { name: 'NotIn of what no label holds breaks the term', terms: [on('k', 'NotIn', 'bad value!')], want: false },
  {
    name: 'a broken term leaves the others',
    terms: [on('k', 'In'), on('k', 'Exists')],
    labels: { k: 'v' },
    want: true,
  },
  { name: 'a name selects its node', terms: [named('In', 'n1')], want: true },
  { name: 'another name does not', terms: [named('In', 'n2')], want: false },
  { name: 'all but a name', terms: [named('NotIn', 'n2')], want: true },
  { name: 'two names break the term', terms: [named('In', 'n1', 'n2')], want: false },
  {
    name: 'names do not merely exist',
    terms: [{ matchFields: [{ key: 'metadata.name', operator: 'Exists' }] }],
    want: false,
  },
  {
    name: 'another field is empty',
    terms: [{ matchFields: [{ key: 'spec.x', operator: 'In', values: ['v'] }] }],
    want: false,
  },
  {
    name: 'and so not something',
    terms: [{ matchFields: [{ key: 'spec.x', operator: 'NotIn', values: ['v'] }] }],
    want: true,
  },
  { name: 'labels and fields must both hold', terms: [{ ...on('k', 'Exists'), ...named('In', 'n1') }], want: false },
];
for (const { name, terms, labels = {}, want } of cases) {
  test(name, () => {
    expect(selectsNode(compileNodeSelector({ nodeSelectorTerms: terms }), { name: 'n1', labels })).toBe(want);
  });
}

const narrowings: readonly { name: string; terms: readonly NodeSelectorTerm[]; want: readonly string[] | undefined }[] =
  [
    { name: 'no terms name nobody in particular', terms: [], want: undefined },
    {
      name: 'terms that all name nodes name them together',
      terms: [named('In', 'a'), named('In', 'b')],
      want: ['a', 'b'],
    },
    { name: 'one that names none looks everywhere', terms: [named('In', 'a'), on('k', 'Exists')], want: undefined },
    { name: 'an empty one too', terms: [named('In', 'a'), {}], want: undefined },
    { name: 'names in one term must agree', terms: [bothNames('a', 'b')], want: [] },
    { name: 'a broken term still names', terms: [named('In', 'a', 'b')], want: ['a', 'b'] },
    { name: 'all but a name is no name', terms: [named('NotIn', 'a')], want: undefined },
  ];
for (const { name, terms, want } of narrowings) {
  test(name, () => {
    const names = namedNodes({ nodeSelectorTerms: terms });
    expect(names === undefined ? undefined : [...names]).toEqual(want);
  });
}

function bothNames(...names: string[]): NodeSelectorTerm {
  return { matchFields: names.map((name) => ({ key: 'metadata.name', operator: 'In', values: [name] })) };
}

test('terms that ask the same in another order have the same key', () => {
  const term = (...keys: string[]): NodeSelectorTerm => ({
    matchExpressions: keys.map((key) => ({ key, operator: 'Exists' })),
  });
  const keyOf = (...terms: NodeSelectorTerm[]): string => compileNodeSelector({ nodeSelectorTerms: terms }).key;
  expect(keyOf(term('a', 'b'))).toBe(keyOf(term('b', 'a'), {}));
  expect(keyOf(term('a'))).not.toBe(keyOf(term('b')));
});

test('a preference tells empty from broken', () => {
  expect(compileTerm({})).toBe('empty');
  expect(compileTerm(on('k', 'In'))).toBe('broken');
});
