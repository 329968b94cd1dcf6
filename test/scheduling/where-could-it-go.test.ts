import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import { rngOf } from '#base/rng.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import type { Verdict } from '#decisions/scheduling/verdict.ts';
import { whereCouldItGo } from '#decisions/scheduling/where-could-it-go.ts';
import { optionsOf, storeOf } from './engine-judge.ts';
import type { Judgement, NodeVerdict } from './judgement.ts';
import { whereCouldItGo as naively } from './naive/where-could-it-go.ts';
import { generateWorld } from './worlds/generate-world.ts';
import type { World } from './world.ts';

const makers = ['ReplicaSet', 'ReplicaSet', 'StatefulSet', 'DaemonSet', 'Node', 'Job'];
const zoneKey = 'topology.kubernetes.io/zone';

/** The world with a maker for each of its running pods, and some of them labelled with a zone as binding does. */
function withMakers(world: World, index: number): World {
  const { int, float } = rngOf(index);
  const pods = world.objects.pods.map((pod): Pod => {
    const owner = { apiVersion: 'apps/v1', kind: makers[int(makers.length)]!, name: 'm', uid: 'm', controller: true };
    const labels = float() < 0.3 ? { ...pod.metadata.labels, [zoneKey]: 'a' } : (pod.metadata.labels ?? {});
    return { ...pod, metadata: { ...pod.metadata, labels, ownerReferences: [owner] } };
  });
  return { ...world, objects: { ...world.objects, pods } };
}

const words = (verdict: Verdict | NodeVerdict | undefined): string | undefined =>
  verdict?.kind === 'rejected'
    ? `${verdict.plugin} ${verdict.code}: ${verdict.reasons.toSorted().join(', ')}`
    : verdict?.kind;

/** What the naive engine says of a node. */
const naiveWords = ({ preFilter, nodes }: Judgement, name: string): string | undefined =>
  words(preFilter === undefined ? nodes[name] : { kind: 'rejected', ...preFilter });

/** Where the rules can be read in two ways, only that a yes is a yes in the naive reading too is a law. */
const isAmbiguous = ({ metadata, spec }: Pod, { objects }: World): boolean =>
  Object.hasOwn(metadata.labels ?? {}, zoneKey) ||
  JSON.stringify(spec.affinity ?? {}).includes('namespaceSelector') ||
  objects.pods.some(({ spec: { schedulingGates = [] } }) => schedulingGates.length > 0);

const isRunning = ({ spec, status }: Pod, { objects }: World): boolean =>
  status?.phase !== 'Succeeded' &&
  status?.phase !== 'Failed' &&
  objects.nodes.some(({ metadata }) => metadata.name === spec.nodeName);

test('where a pod could go is what the naive engine says of its replacement', { timeout: 60_000 }, () => {
  let moved = 0;
  let fitting = 0;
  for (let index = 0; index < 150; index++) {
    const made = generateWorld({ seed: 'where', index, pressure: 0.3, sizeClass: 'micro' });
    const world = withMakers(made, index);
    const view = storeOf(world).view();
    const profile = defaultProfile(view.dialect, optionsOf(world.args));
    for (const pod of world.objects.pods.filter((one) => isRunning(one, world))) {
      const { namespace, name } = pod.metadata;
      const where = `${world.id} ${namespace}/${name}`;
      const ours = whereCouldItGo(view, view.pod(`${namespace}/${name}`)!, profile);
      const theirs = naively(pod, world);
      expect(ours.kind === 'movable', where).toBe(theirs.kind === 'moves');
      if (ours.kind !== 'movable' || theirs.kind !== 'moves') continue;
      moved++;
      for (const { nodeName, meanwhile, afterwards, verdict } of ours.nodes) {
        const then = theirs.whileItEnds && naiveWords(theirs.whileItEnds, nodeName);
        const after = naiveWords(theirs.onceItIsGone, nodeName);
        if (verdict.kind === 'fits') {
          fitting++;
          expect([then ?? 'fits', after], `${where} on ${nodeName}`).toEqual(['fits', 'fits']);
        }
        // what is too large to reckon with is unknown to us
        if (isAmbiguous(pod, world) || afterwards.kind === 'unknown') continue;
        expect([words(meanwhile), words(afterwards)], `${where} on ${nodeName}`).toEqual([then, after]);
      }
    }
  }
  expect(moved).toBeGreaterThan(300);
  expect(fitting).toBeGreaterThan(300);
});
