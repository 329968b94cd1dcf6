import { expect, test } from 'vitest';
import type { NodeSelectorRequirement, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { selectorOf, selects } from './label-selector.ts';
import { matchTerm } from './node-selector.ts';

const rank = (value?: string): Record<string, string> => (value === undefined ? {} : { rank: value });
const asks = (operator: NodeSelectorRequirement['operator'], ...values: readonly string[]): NodeSelectorTerm => ({
  matchExpressions: [{ key: 'rank', operator, values }],
});

const terms = [
  { name: 'A31: numbers are compared as numbers', term: asks('Gt', '6'), labels: rank('007'), want: 'matches' },
  { name: 'A31: a label that is absent is not less', term: asks('Lt', '6'), labels: rank(), want: 'differs' },
  { name: 'A31: no label may be negative', term: asks('Gt', '-1'), labels: rank('5'), want: 'broken' },
  { name: 'A31: a fraction is no number', term: asks('Gt', '6'), labels: rank('9.5'), want: 'differs' },
  { name: 'a bound must be a number', term: asks('Gt', 'abc'), labels: rank('9'), want: 'broken' },
  { name: 'A32: NotIn holds where the key is absent', term: asks('NotIn', 'a'), labels: rank(), want: 'matches' },
  {
    name: 'A32: DoesNotExist holds where the key is absent',
    term: asks('DoesNotExist'),
    labels: rank(),
    want: 'matches',
  },
  { name: 'A32: In needs values', term: asks('In'), labels: rank('a'), want: 'broken' },
  {
    name: 'what no label can be breaks even NotIn',
    term: asks('NotIn', 'bad value!'),
    labels: rank('a'),
    want: 'broken',
  },
  {
    name: 'inherited names are no labels',
    term: { matchExpressions: [{ key: 'constructor', operator: 'Exists' }] },
    labels: {},
    want: 'differs',
  },
  {
    name: 'a field names the node',
    term: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n'] }] },
    labels: {},
    want: 'matches',
  },
  {
    name: 'a field takes one value',
    term: { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n', 'm'] }] },
    labels: {},
    want: 'broken',
  },
] as const;
for (const { name, term, labels, want } of terms) {
  test(name, () => expect(matchTerm(term, { labels, name: 'n' })).toBe(want));
}

test('no selector selects nothing, an empty one everything', () => {
  expect(selects(selectorOf(undefined)!, {})).toBe(false);
  expect(selects(selectorOf({})!, undefined)).toBe(true);
});

test('labels have no order: Gt is not for them', () => {
  const operator = 'Gt' as 'In';
  expect(selectorOf({ matchExpressions: [{ key: 'rank', operator, values: ['1'] }] })).toBeUndefined();
});
