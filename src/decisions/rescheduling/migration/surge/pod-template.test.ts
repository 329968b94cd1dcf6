import { expect, test } from 'vitest';
import { clonePod, type PodTemplate } from './pod-template.ts';

const key = { namespace: 'shop', name: 'web-c', migration: 'm' };
const inZone = { key: 'zone', operator: 'In', values: ['z1'] } as const;
const here = (node: string) => ({ key: 'metadata.name', operator: 'In', values: [node] });

const termsOf = (template: PodTemplate, nodes: readonly string[]): unknown =>
  clonePod(template, key, nodes).spec.affinity;
const required = (nodeSelectorTerms: readonly object[]): object => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms },
    preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 100, preference: { matchFields: [here('n2')] } }],
  },
});

test('it carries the template’s labels but for the hash, our mark, and no deletion cost', () => {
  const annotations = { 'controller.kubernetes.io/pod-deletion-cost': '5', note: 'kept' };
  const labels = { app: 'web', 'pod-template-hash': '1' };
  expect(clonePod({ metadata: { labels, annotations }, spec: {} }, key, ['n2']).metadata).toEqual({
    namespace: 'shop',
    name: 'web-c',
    labels: { app: 'web', 'plimsoll.dev/clone-for': 'm' },
    annotations: { note: 'kept' },
  });
});

test('fact 6, trap 34: it may run on these nodes alone, one a term, and best of all on the first', () => {
  expect(termsOf({ spec: {} }, ['n2', 'n3'])).toEqual(
    required([
      { matchExpressions: [], matchFields: [here('n2')] },
      { matchExpressions: [], matchFields: [here('n3')] },
    ]),
  );
});

test('what its own affinity asks is asked still, of each node', () => {
  const affinity = {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchExpressions: [inZone] }] },
    },
    podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] },
  };
  expect(termsOf({ spec: { affinity } }, ['n2'])).toEqual({
    ...required([{ matchExpressions: [inZone], matchFields: [here('n2')] }]),
    podAntiAffinity: affinity.podAntiAffinity,
  });
});

test('a term that matches nothing matches nothing still', () => {
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{}] } } };
  expect(termsOf({ spec: { affinity } }, ['n2'])).toEqual(required([{}]));
});
