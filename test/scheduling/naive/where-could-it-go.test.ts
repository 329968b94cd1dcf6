import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { WorldObjects } from '../world.ts';
import { aNode, aPod } from './small-world.ts';
import { type Destinations, whereCouldItGo } from './where-could-it-go.ts';

const zone = 'topology.kubernetes.io/zone';
const nodes = [aNode('a', { [zone]: 'west' }), aNode('b', { [zone]: 'west' }), aNode('c', { [zone]: 'east' })];

/** The nodes that fit: while it ends, and once it is gone. */
function places(pod: Pod, objects: Partial<WorldObjects> = {}): readonly (readonly string[] | undefined)[] {
  const found = whereCouldItGo(pod, { id: 'small', objects: { nodes, pods: [pod], ...objects } });
  if (found.kind === 'stays') throw new Error(`it stays: ${found.why}`);
  return [found.whileItEnds, found.onceItIsGone].map(
    (judgement) =>
      judgement && nodes.map((node) => node.metadata.name).filter((name) => judgement.nodes[name]?.kind === 'fits'),
  );
}

function shunning(topologyKey: string): Pod {
  const term = { labelSelector: { matchLabels: { app: 'web' } }, topologyKey };
  return aPod(
    'web-1',
    { nodeName: 'a', affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } },
    { labels: { app: 'web' } },
  );
}

const ownedBy = (kind: string): Parameters<typeof aPod>[2] => ({
  ownerReferences: [{ apiVersion: 'apps/v1', kind, name: 'owner', uid: 'owner', controller: true }],
});

test('a pod that shuns its likes on a host is in its own way there while it ends', () => {
  expect(places(shunning('kubernetes.io/hostname'))).toEqual([
    ['b', 'c'],
    ['a', 'b', 'c'],
  ]);
});

test('a pod that shuns its likes in a zone is in its own way in all of it', () => {
  expect(places(shunning(zone))).toEqual([['c'], ['a', 'b', 'c']]);
});

test('a claim for one pod alone is free once the pod is gone', () => {
  const pod = aPod('p', { nodeName: 'a', volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'alone' } }] });
  const persistentVolumeClaims = [
    {
      metadata: {
        name: 'alone',
        namespace: 'default',
        uid: 'claim',
        annotations: { 'pv.kubernetes.io/bind-completed': '' },
      },
      spec: { accessModes: ['ReadWriteOncePod'] as const, volumeName: 'pv' },
    },
  ];
  const persistentVolumes = [{ metadata: { name: 'pv', uid: 'pv' }, spec: {} }];
  expect(places(pod, { persistentVolumeClaims, persistentVolumes })).toEqual([[], ['a', 'b', 'c']]);
});

test('a StatefulSet waits until its pod is gone', () => {
  expect(places(aPod('db-0', { nodeName: 'a' }, ownedBy('StatefulSet')))).toEqual([undefined, ['a', 'b', 'c']]);
});

test('labels copied from the node do not go with the pod', () => {
  const term = { labelSelector: { matchLabels: { [zone]: 'west' } }, topologyKey: zone };
  const pod = aPod(
    'p',
    { nodeName: 'a', affinity: { podAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } },
    { labels: { [zone]: 'west' } },
  );
  expect(places(pod)).toEqual([['a', 'b'], []]);
});

test('a volume of its own is made anew, wherever its class allows', () => {
  const pod = aPod('p', {
    nodeName: 'a',
    volumes: [{ name: 'scratch', ephemeral: { volumeClaimTemplate: { spec: { storageClassName: 'later' } } } }],
  });
  const storageClasses = [
    {
      metadata: { name: 'later', uid: 'later' },
      provisioner: 'disk.example.com',
      volumeBindingMode: 'WaitForFirstConsumer' as const,
      allowedTopologies: [{ matchLabelExpressions: [{ key: zone, values: ['east'] }] }],
    },
  ];
  expect(places(pod, { storageClasses })).toEqual([['c'], ['c']]);
});

const stays = [
  {
    name: 'a mirror of a static pod',
    pod: aPod('p', {}, { annotations: { 'kubernetes.io/config.mirror': 'x' } }),
    why: 'static',
  },
  { name: 'a pod of a DaemonSet', pod: aPod('p', {}, ownedBy('DaemonSet')), why: 'daemon' },
] as const;
for (const { name, pod, why } of stays) {
  test(`${name} stays`, () => {
    const want: Destinations = { kind: 'stays', why };
    expect(whereCouldItGo(pod, { id: 'small', objects: { nodes, pods: [pod] } })).toEqual(want);
  });
}
