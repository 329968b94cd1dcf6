import { expect, test } from 'vitest';
import { compare } from './compare.ts';
import type { Judgement, NodeVerdict } from './judgement.ts';

const fits: NodeVerdict = { kind: 'fits' };
const ports: NodeVerdict = { kind: 'rejected', plugin: 'NodePorts', code: 'Unschedulable', reasons: ['no port'] };
const unresolvable: NodeVerdict = { ...ports, code: 'UnschedulableAndUnresolvable' };
const fit = (...reasons: string[]): NodeVerdict => ({ ...ports, plugin: 'NodeResourcesFit', reasons });
const scored = (scores: NonNullable<Judgement['scores']>, totals = { a: 100, b: 100 }): Judgement => ({
  nodes: { a: fits, b: fits },
  scores,
  totals,
});
const zero = { Other: { normalised: { a: 0, b: 0 } } };

const cases: readonly { name: string; truth: Judgement; subject: Judgement; kinds: readonly string[] }[] = [
  { name: 'the same is no difference', truth: { nodes: { a: ports } }, subject: { nodes: { a: ports } }, kinds: [] },
  {
    name: 'one fits, one does not',
    truth: { nodes: { a: fits } },
    subject: { nodes: { a: ports } },
    kinds: ['filter fits/NodePorts'],
  },
  {
    name: 'the same words meant otherwise',
    truth: { nodes: { a: ports } },
    subject: { nodes: { a: unresolvable } },
    kinds: ['filter NodePorts/NodePorts'],
  },
  {
    name: 'a node that only one side judged',
    truth: { nodes: { a: fits } },
    subject: { nodes: {} },
    kinds: ['a node nobody judged'],
  },
  {
    name: 'reasons in another order are the same',
    truth: { nodes: { a: fit('x', 'y') } },
    subject: { nodes: { a: fit('y', 'x') } },
    kinds: [],
  },
  {
    name: 'not knowing is no difference',
    truth: { nodes: { a: fits } },
    subject: { nodes: { a: { kind: 'unknown', why: 'claims' } } },
    kinds: [],
  },
  { name: 'a plugin that one side skipped is worth nothing', truth: scored(zero), subject: scored({}), kinds: [] },
  {
    name: 'a score off by one',
    truth: scored({ P: { normalised: { a: 1, b: 0 } } }),
    subject: scored({ P: { normalised: { a: 2, b: 0 } } }),
    kinds: ['score P'],
  },
  {
    name: 'a raw score off by one, where both tell it',
    truth: scored({ P: { raw: { a: 1 }, normalised: { a: 1 } } }),
    subject: scored({ P: { raw: { a: 2 }, normalised: { a: 1 } } }),
    kinds: ['raw score P'],
  },
  { name: 'a total off by one', truth: scored({}), subject: scored({}, { a: 101, b: 100 }), kinds: ['total'] },
  {
    name: 'other words in the end',
    truth: { nodes: { a: ports }, message: '0/1' },
    subject: { nodes: { a: ports }, message: '0/2' },
    kinds: ['message'],
  },
  {
    name: 'refused by another before any node',
    truth: { preFilter: { plugin: 'VolumeZone', code: 'UnschedulableAndUnresolvable', reasons: ['x'] }, nodes: {} },
    subject: { nodes: { a: fits } },
    kinds: ['preFilter VolumeZone/passed'],
  },
  {
    name: 'only one side breaks while scoring',
    truth: { nodes: { a: fits, b: fits }, scoreError: 'x' },
    subject: scored({}),
    kinds: ['scoring breaks'],
  },
];

for (const { name, truth, subject, kinds } of cases) {
  test(name, () => {
    expect(compare(truth, subject).differences.map(({ kind }) => kind)).toEqual(kinds);
  });
}
