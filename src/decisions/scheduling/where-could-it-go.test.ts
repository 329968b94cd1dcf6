import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { aNode, placedPod, type PodWish } from '#test/scheduling/build-world.ts';
import { storeOf } from '#test/scheduling/engine-judge.ts';
import { defaultProfile } from './profile.ts';
import { type Destinations, whereCouldItGo } from './where-could-it-go.ts';

const profile = defaultProfile(newestDialect);
const zone = 'topology.kubernetes.io/zone';
const host = 'kubernetes.io/hostname';
const node = (name: string, inZone: string) => aNode(name, { labels: { [zone]: inZone, [host]: name } });
const nodes = [node('a1', 'a'), node('a2', 'a'), node('b1', 'b')];
const apart = (topologyKey: string) => ({
  affinity: {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { app: 'x' } } }],
    },
  },
});

const made = (kind: string, wish: PodWish = {}): Pod => {
  const pod = placedPod('p', 'a1', { labels: { app: 'x' }, ...wish });
  const owner = { apiVersion: 'apps/v1', kind, name: 'x', uid: 'x', controller: true };
  return { ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } };
};

function destinations(pod: Pod, others: readonly Pod[] = []): Destinations {
  const view = storeOf({ objects: { nodes, pods: [pod, ...others] } }).view();
  return whereCouldItGo(view, view.pod('blue/p')!, profile);
}

function words(found: Destinations): Record<string, string> {
  if (found.kind === 'unmovable') return { '*': found.why };
  return Object.fromEntries(
    found.nodes.map(({ nodeName, meanwhile, afterwards, verdict }) => [
      nodeName,
      [meanwhile, afterwards, verdict].map((said) => said?.kind ?? 'never').join(' '),
    ]),
  );
}

test('it keeps its own kind off its zone until it is gone', () => {
  expect(words(destinations(made('ReplicaSet', { spec: apart(zone) })))).toEqual({
    a1: 'rejected fits rejected',
    a2: 'rejected fits rejected',
    b1: 'fits fits fits',
  });
});

test('its own room is not free while it ends', () => {
  const found = words(destinations(made('ReplicaSet', { requests: { cpu: '6' } })));
  expect(found).toEqual({ a1: 'rejected fits rejected', a2: 'fits fits fits', b1: 'fits fits fits' });
});

test("a zone on the pod may be the template's or copied at binding: a node must do for both", () => {
  const spread = {
    topologySpreadConstraints: [
      {
        topologyKey: host,
        maxSkew: 1,
        whenUnsatisfiable: 'DoNotSchedule' as const,
        labelSelector: { matchLabels: { [zone]: 'a' } },
      },
    ],
  };
  const others = ['a1', 'b1'].map((name, at) => placedPod(`q${at}`, name, { labels: { [zone]: 'a' } }));
  const found = words(destinations(made('ReplicaSet', { labels: { app: 'x', [zone]: 'a' }, spec: spread }), others));
  // without the label it is not counted itself; with it, b1 would be one ahead of a2: nobody can say which, so it is no yes
  expect(found).toEqual({ a1: 'rejected rejected rejected', a2: 'fits fits fits', b1: 'rejected rejected rejected' });
});

test('what evicting would move nowhere is said to be unmovable', () => {
  expect(words(destinations(made('DaemonSet')))).toEqual({ '*': 'of-a-daemon-set' });
  expect(words(destinations(made('Node')))).toEqual({ '*': 'static' });
  expect(words(destinations(placedPod('p', 'a1')))).toEqual({ '*': 'nobody-makes-it-again' });
  const mirror = made('ReplicaSet');
  const annotations = { 'kubernetes.io/config.mirror': 'x' };
  expect(words(destinations({ ...mirror, metadata: { ...mirror.metadata, annotations } }))).toEqual({ '*': 'static' });
  const byName = { matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: ['a1'] }] };
  const pinned = {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [byName] } },
  };
  expect(words(destinations(made('ReplicaSet', { spec: { affinity: pinned } })))).toEqual({
    '*': 'pinned-to-its-node',
  });
  const lost = made('ReplicaSet');
  expect(words(destinations({ ...lost, spec: { ...lost.spec, nodeName: 'nobody' } }))).toEqual({ '*': 'not-placed' });
});
