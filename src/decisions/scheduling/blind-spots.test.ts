import { expect, test } from 'vitest';
import type { PodSpec } from '#api/kubernetes/pod.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import { aNode, placedPod } from '#test/scheduling/build-world.ts';
import { storeOf } from '#test/scheduling/engine-judge.ts';
import { blindSpotsOf, heedBlindSpots } from './blind-spots.ts';
import type { Verdict } from './verdict.ts';

const selecting = (kind: 'podAffinity' | 'podAntiAffinity'): Partial<PodSpec> => ({
  affinity: {
    [kind]: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { topologyKey: 'zone', labelSelector: {}, namespaceSelector: { matchLabels: { team: 'a' } } },
      ],
    },
  },
});
const claiming = { volumes: [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }] };
const refusedBy = (plugin: string): Verdict => ({ kind: 'rejected', plugin, code: 'Unschedulable', reasons: ['no'] });
const fits: Verdict = { kind: 'fits' };

const cases: readonly {
  name: string;
  spec: Partial<PodSpec>;
  other?: Partial<PodSpec>;
  unread: readonly ClusterKind[];
  said: Verdict;
  heard: Verdict['kind'];
}[] = [
  {
    name: 'a yes to a pod whose claims are not seen',
    spec: claiming,
    unread: ['PersistentVolume'],
    said: fits,
    heard: 'unknown',
  },
  {
    name: 'a no for its volumes',
    spec: claiming,
    unread: ['StorageClass'],
    said: refusedBy('VolumeBinding'),
    heard: 'unknown',
  },
  {
    name: 'a no that looks elsewhere',
    spec: claiming,
    unread: ['StorageClass'],
    said: refusedBy('NodePorts'),
    heard: 'rejected',
  },
  { name: 'a pod without claims', spec: {}, unread: ['PersistentVolume', 'CSINode'], said: fits, heard: 'fits' },
  { name: 'what only scores read', spec: claiming, unread: ['Service', 'StatefulSet'], said: fits, heard: 'fits' },
  {
    name: 'a pod that selects namespaces',
    spec: selecting('podAffinity'),
    unread: ['Namespace'],
    said: fits,
    heard: 'unknown',
  },
  {
    name: 'one kept off by namespace',
    spec: {},
    other: selecting('podAntiAffinity'),
    unread: ['Namespace'],
    said: fits,
    heard: 'unknown',
  },
  { name: 'nobody selecting namespaces', spec: {}, unread: ['Namespace'], said: fits, heard: 'fits' },
];
for (const { name, spec, other = {}, unread, said, heard } of cases) {
  test(`${name}: ${said.kind} is heard as ${heard}`, () => {
    const pods = [placedPod('other', 'n1', { spec: other })];
    const view = storeOf({ objects: { nodes: [aNode('n1')], pods } }).view();
    const spots = blindSpotsOf({ containers: [], ...spec }, view, new Set(unread));
    expect(heedBlindSpots(said, spots).kind).toBe(heard);
  });
}
