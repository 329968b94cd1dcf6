import { expect, test } from 'vitest';
import type { ResourceRequirements } from './kubernetes/container.ts';
import type { Quantities } from './kubernetes/metadata.ts';
import type { Pod, PodSpec } from './kubernetes/pod.ts';
import { computedQosClass, qosClassOf } from './qos.ts';

const both = { cpu: '1', memory: '1Gi' };
const exactly = (amounts: Quantities): ResourceRequirements => ({ requests: amounts, limits: amounts });

function aPod(resources: readonly ResourceRequirements[], spec: Partial<PodSpec> = {}): Pod {
  const containers = resources.map((each, at) => ({ name: `c${at}`, resources: each }));
  return { metadata: { name: 'p', uid: 'u' }, spec: { containers, ...spec } };
}

const cases: readonly { name: string; pod: Pod; want: string }[] = [
  { name: 'cpu and memory limited to what is asked for', pod: aPod([exactly(both)]), want: 'Guaranteed' },
  {
    name: 'the same amount in other words',
    pod: aPod([{ requests: both, limits: { cpu: '1000m', memory: '1024Mi' } }]),
    want: 'Guaranteed',
  },
  {
    name: 'an init container without limits',
    pod: aPod([exactly(both)], { initContainers: [{ name: 'i' }] }),
    want: 'Burstable',
  },
  { name: 'nothing asked for', pod: aPod([{}]), want: 'BestEffort' },
  { name: 'explicit nothing', pod: aPod([{ requests: { cpu: '0', memory: '0' } }]), want: 'BestEffort' },
  { name: 'other resources only', pod: aPod([{ requests: { 'ephemeral-storage': '1Gi' } }]), want: 'BestEffort' },
  { name: 'cpu only', pod: aPod([exactly({ cpu: '1' })]), want: 'Burstable' },
  {
    name: 'limits above requests',
    pod: aPod([{ requests: both, limits: { cpu: '2', memory: '1Gi' } }]),
    want: 'Burstable',
  },
  { name: 'the pod as a whole', pod: aPod([{}], { resources: exactly(both) }), want: 'Guaranteed' },
  {
    name: 'the pod as a whole, cpu only',
    pod: aPod([exactly(both)], { resources: exactly({ cpu: '1' }) }),
    want: 'Burstable',
  },
  { name: 'an empty stanza of the whole', pod: aPod([exactly(both)], { resources: {} }), want: 'Guaranteed' },
];
for (const { name, pod, want } of cases) {
  test(`${name}: ${want}`, () => expect(computedQosClass(pod)).toBe(want));
}

test('what the cluster says goes before what is computed', () => {
  expect(qosClassOf({ ...aPod([{}]), status: { qosClass: 'Burstable' } })).toBe('Burstable');
  expect(qosClassOf(aPod([{}]))).toBe('BestEffort');
});
