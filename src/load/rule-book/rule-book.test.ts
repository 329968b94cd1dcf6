import { describe, expect, test } from 'vitest';
import type { NodeLoadRuleSpec } from '#api/node-load-rule.ts';
import type { RuledNode } from '#load/rule-book/node-standing.ts';
import { type RuleBook, ruleBookOf } from '#load/rule-book/rule-book.ts';
import type { Reading } from '#load/sample.ts';

const web = { namespace: 'shop', labels: { app: 'web' } };

const book = (...specs: readonly NodeLoadRuleSpec[]): RuleBook =>
  ruleBookOf(specs.map((spec, at) => ({ metadata: { namespace: 'shop', name: `r${at}` }, spec })));

const known = (value: number): Reading => ({ kind: 'known', value, takenAt: 0, source: 'prometheus' });

function aNode(name: string, readings: Readonly<Record<string, number | 'stale'>> = {}): RuledNode {
  return {
    name,
    labels: { pool: name.startsWith('web') ? 'web' : 'rest' },
    reading: (signal) => {
      const value = readings[signal];
      if (value === undefined) return undefined;
      return value === 'stale' ? { kind: 'unknown', why: 'too-old' } : known(value);
    },
  };
}

describe('limits', () => {
  const cases: readonly (readonly [
    spec: NodeLoadRuleSpec,
    readings: Record<string, number | 'stale'>,
    kind: string,
  ])[] = [
    [{}, {}, 'eligible'],
    [{ maxCPU: 70 }, { cpu: 0.7 }, 'eligible'],
    [{ maxCPU: 70 }, { cpu: 0.1 + 0.6 }, 'eligible'],
    [{ maxCPU: 70 }, { cpu: 0.701 }, 'over'],
    [{ maxMemory: 80 }, { memory: 0.81 }, 'over'],
    [{ maxLoad: '1.2' }, { load: 1.3 }, 'over'],
    [{ maxLatency: '300ms' }, { latency: 301 }, 'over'],
    [{ maxLatency: '1.5s' }, { latency: 301 }, 'eligible'],
    [{ maxCPU: 70, maxMemory: 80 }, { cpu: 0.1, memory: 0.9 }, 'over'],
    [{ maxCPU: 70 }, { cpu: 'stale' }, 'unknown'],
    [{ maxLatency: '300ms' }, { cpu: 0.1 }, 'unknown'],
    [{ maxCPU: 70, maxMemory: 80 }, { cpu: 'stale', memory: 0.9 }, 'over'],
  ];
  for (const [spec, readings, kind] of cases) {
    test(`${JSON.stringify(spec)} on a node with ${JSON.stringify(readings)}: ${kind}`, () => {
      expect(book(spec).standing(web, aNode('web-1', readings)).kind).toBe(kind);
    });
  }

  test('what the pod brings counts', () => {
    const rules = book({ maxCPU: 70 });
    expect(rules.standing(web, aNode('a', { cpu: 0.6 }), { cpu: 0.09 }).kind).toBe('eligible');
    expect(rules.standing(web, aNode('a', { cpu: 0.6 }), { cpu: 0.11 })).toMatchObject({
      kind: 'over',
      rule: 'shop/r0',
      value: 0.71,
      limit: { written: 'maxCPU: 70', most: 0.7 },
    });
  });

  test('trap 12: what nobody measures is not eligible, and says why', () => {
    expect(book({ maxCPU: 70 }).standing(web, aNode('a', { cpu: 'stale' }))).toEqual({
      kind: 'unknown',
      rule: 'shop/r0',
      signal: 'cpu',
      why: 'cpu of a is unknown: the newest sample is too old',
    });
    expect(book({ maxLatency: '300ms' }).standing(web, aNode('a'))).toMatchObject({ why: 'latency is not measured' });
  });
});

describe('nodes', () => {
  const selector = { matchLabels: { pool: 'web' } };

  test('allowedNodes and nodeSelector must both hold', () => {
    const rules = book({ allowedNodes: ['web-1', 'other'], nodeSelector: selector });
    const kinds = ['web-1', 'web-2', 'other'].map((name) => rules.standing(web, aNode(name)).kind);
    expect(kinds).toEqual(['eligible', 'not-allowed', 'not-allowed']);
  });

  test('a node that is not allowed is so whatever its load', () => {
    const rules = book({ maxCPU: 70 }, { allowedNodes: ['web-1'] });
    expect(rules.standing(web, aNode('web-2', { cpu: 0.9 }))).toMatchObject({ kind: 'not-allowed', rule: 'shop/r1' });
  });
});

describe('several rules', () => {
  test('all of them hold', () => {
    const rules = book({ maxCPU: 70 }, { maxCPU: 50 });
    expect(rules.standing(web, aNode('a', { cpu: 0.4 })).kind).toBe('eligible');
    expect(rules.standing(web, aNode('a', { cpu: 0.6 }))).toMatchObject({ kind: 'over', rule: 'shop/r1' });
  });

  test('a wish keeps no pod off a node, yet its excess is seen', () => {
    const rules = book({ maxCPU: 50, enforcement: 'Preferred' });
    const node = aNode('a', { cpu: 0.6 });
    expect(rules.standing(web, node).kind).toBe('eligible');
    expect(rules.here(web, node)).toMatchObject({ kind: 'over', rule: 'shop/r0' });
  });

  test('a rule is for the pods that it selects, in its own namespace', () => {
    const rules = book({ maxCPU: 50, podSelector: { matchLabels: { app: 'web' } } });
    const node = aNode('a', { cpu: 0.6 });
    expect(rules.standing(web, node).kind).toBe('over');
    expect(rules.standing({ namespace: 'shop', labels: { app: 'db' } }, node).kind).toBe('eligible');
    expect(rules.standing({ namespace: 'else', labels: { app: 'web' } }, node).kind).toBe('eligible');
    expect(rules.leave({ namespace: 'else', labels: {} }, 0)).toEqual({ kind: 'granted' });
  });

  test('their order is no matter', () => {
    const specs: readonly NodeLoadRuleSpec[] = [{ maxCPU: 50 }, { maxCPU: 50 }];
    const rules = specs.map((spec, at) => ({ metadata: { namespace: 'shop', name: `r${at}` }, spec }));
    const node = aNode('a', { cpu: 0.6 });
    expect(ruleBookOf(rules.toReversed()).standing(web, node)).toEqual(ruleBookOf(rules).standing(web, node));
  });
});

describe('leave to move', () => {
  const night = { from: '22:00', to: '06:00', timeZone: 'Europe/Berlin' };
  const noon = Date.parse('2026-11-30T12:00Z');
  const midnight = Date.parse('2026-11-30T23:00Z');

  test('rebalance: Disabled withholds it, open windows or not', () => {
    expect(book({ rebalance: 'Disabled', windows: [night] }).leave(web, midnight)).toEqual({
      kind: 'disabled',
      rule: 'shop/r0',
    });
  });

  test('outside the windows it is withheld until one opens', () => {
    const rules = book({ windows: [night] });
    expect(rules.leave(web, midnight)).toEqual({ kind: 'granted' });
    const opensAt = Date.parse('2026-11-30T21:00Z');
    expect(rules.leave(web, noon)).toEqual({ kind: 'outside-windows', rule: 'shop/r0', opensAt });
  });

  test('of two rules with windows both must be open', () => {
    const early = { from: '22:00', to: '23:30', timeZone: 'Europe/Berlin' };
    expect(book({ windows: [night] }, { windows: [early] }).leave(web, midnight)).toMatchObject({
      kind: 'outside-windows',
      rule: 'shop/r1',
    });
  });

  test('a wish about load withholds no less', () => {
    expect(book({ enforcement: 'Preferred', rebalance: 'Disabled' }).leave(web, noon).kind).toBe('disabled');
  });
});

test('what cannot be read is told, and errs on the safe side', () => {
  const rules = book(
    { maxLatency: 'fast' },
    { maxCPU: 700 },
    { windows: [{ from: '22:00', to: '06:00', timeZone: 'Nowhere' }] },
    { nodeSelector: { matchExpressions: [{ key: 'pool', operator: 'In', values: [] }] } },
  );
  expect(rules.complaints.map(({ rule, text }) => `${rule}: ${text}`)).toEqual([
    'shop/r0: maxLatency: fast cannot be read: no node is known to keep it',
    'shop/r1: maxCPU: 700 cannot be read: no node is known to keep it',
    'shop/r2: windows: timeZone: "Nowhere" is no time zone such as Europe/Berlin: it never opens',
    'shop/r3: nodeSelector cannot be read: it matches no node',
  ]);
  expect(rules.leave(web, 0)).toEqual({ kind: 'outside-windows', rule: 'shop/r2' });
  expect(book({ maxLatency: 'fast' }).standing(web, aNode('a', { latency: 1 })).kind).toBe('unknown');
});
