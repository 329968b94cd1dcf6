import { expect, test } from 'vitest';
import type { NodeVerdict } from '../judgement.ts';
import { failureMessage } from './failure-message.ts';

const refused = (...reasons: readonly string[]): NodeVerdict => ({
  kind: 'rejected',
  plugin: 'any',
  code: 'Unschedulable',
  reasons,
});

function nodesSaying(...groups: readonly (readonly [number, NodeVerdict])[]): Record<string, NodeVerdict> {
  const verdicts = groups.flatMap(([count, verdict]) => Array.from({ length: count }, () => verdict));
  return Object.fromEntries(verdicts.map((verdict, index) => [`n${index}`, verdict]));
}

test('A25: reasons are counted and sorted as text', () => {
  const nodes = nodesSaying(
    [2, refused('node(s) were unschedulable')],
    [10, refused('Insufficient cpu')],
    [1, refused('Too many pods')],
  );
  expect(failureMessage({ nodes }, 13)).toBe(
    '0/13 nodes are available: 1 Too many pods, 10 Insufficient cpu, 2 node(s) were unschedulable.',
  );
});

test('A8: one node gives every reason it has', () => {
  const nodes = nodesSaying([1, refused('Too many pods', 'Insufficient cpu')]);
  expect(failureMessage({ nodes }, 1)).toBe('0/1 nodes are available: 1 Insufficient cpu, 1 Too many pods.');
});

test('what refuses before any node is looked at is not counted', () => {
  const preFilter = { plugin: 'any', code: 'UnschedulableAndUnresolvable', reasons: ['no such claim'] } as const;
  expect(failureMessage({ preFilter, nodes: {} }, 3)).toBe('0/3 nodes are available: no such claim.');
});

test('a cluster without nodes says so', () => {
  expect(failureMessage({ nodes: {} }, 0)).toBe('no nodes available to schedule pods');
});
