import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { judged, scored } from '#test/scheduling/judged.ts';

const nodes = ['5', '007', '9.5', undefined].map((gen, at) =>
  aNode(`n${at}`, { labels: gen === undefined ? {} : { gen } }),
);
const refused = "node(s) didn't match Pod's node affinity/selector";
type Expressions = { key: string; operator: 'Gt' | 'Lt' | 'NotIn' | 'In'; values: string[] }[];
const requiring = (matchExpressions: Expressions, matchFields: Expressions = []) =>
  aPod('p', {
    spec: {
      affinity: {
        nodeAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions, matchFields }] },
        },
      },
    },
  });

test('numbers are compared as whole numbers, and what is none matches nothing: A31', () => {
  const found = judged({ nodes }, requiring([{ key: 'gen', operator: 'Gt', values: ['6'] }]));
  expect(found).toEqual({ n0: refused, n1: 'fits', n2: refused, n3: refused });
});

test('a term that cannot be read matches nothing, though a plain reader would say yes', () => {
  const found = judged({ nodes }, requiring([{ key: 'gen', operator: 'NotIn', values: ['bad value!'] }]));
  expect(new Set(Object.values(found))).toEqual(new Set([refused]));
});

test('nodes named by field leave the others out; names of nobody are passed over', () => {
  const named = requiring([], [{ key: 'metadata.name', operator: 'In', values: ['n1'] }]);
  const others = "node(s) didn't satisfy plugin(s) [NodeAffinity]";
  expect(judged({ nodes }, named)).toEqual({ n0: others, n1: 'fits', n2: others, n3: others });
});

test('preferred terms are weighed: A16', () => {
  const preferred = [30, 80].map((weight, at) => ({
    weight,
    preference: { matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [`n${at}`] }] },
  }));
  const affinity = { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: preferred } };
  expect(scored({ nodes: nodes.slice(0, 3) }, aPod('p', { spec: { affinity } }), 'NodeAffinity')).toEqual({
    n0: 37,
    n1: 100,
    n2: 0,
  });
});
