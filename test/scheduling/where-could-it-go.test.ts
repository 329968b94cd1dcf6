import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import { rngOf } from '#base/rng.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import {
  type Instant,
  keepsItsName,
  possibleLabels,
  replacementOf,
  supposeReplaced,
} from '#decisions/scheduling/replacement.ts';
import { FITTING, rowsWhereItCouldGo } from '#decisions/scheduling/rows-where-it-could-go.ts';
import type { Verdict } from '#decisions/scheduling/verdict.ts';
import { whereCouldItGo } from '#decisions/scheduling/where-could-it-go.ts';
import { whereWouldItGo } from '#decisions/scheduling/where-would-it-go.ts';
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

/** Where pods are that may be asked about, each with what it stands in. */
function* placedPods(
  seed: string,
  count: number,
): Generator<{
  readonly view: ClusterView;
  readonly profile: Profile;
  readonly pod: PlacedPod;
  readonly where: string;
}> {
  for (let index = 0; index < count; index++) {
    const world = withMakers(generateWorld({ seed, index, pressure: 0.3, sizeClass: 'micro' }), index);
    const view = storeOf(world).view();
    const profile = defaultProfile(view.dialect, optionsOf(world.args));
    for (const pod of [...view.pods()].filter((one) => view.isPlaced(one)))
      yield { view, profile, pod, where: `${world.id} ${pod.namespace}/${pod.name}` };
  }
}

test('as a column it is the same', { timeout: 60_000 }, () => {
  const codes = new Map<string, number>();
  const codeOf = (verdict: Verdict): number => {
    const key = words(verdict)!;
    if (!codes.has(key)) codes.set(key, 1 + (codes.size % 255));
    return codes.get(key)!;
  };
  let moved = 0;
  for (const { view, profile, pod, where } of placedPods('column', 100)) {
    const found = whereCouldItGo(view, pod, profile);
    const column = rowsWhereItCouldGo(view, pod, profile, codeOf);
    expect(column !== undefined, where).toBe(found.kind === 'movable');
    if (found.kind !== 'movable') continue;
    moved++;
    for (const { nodeName, verdict } of found.nodes) {
      const want = verdict.kind === 'fits' ? FITTING : codeOf(verdict);
      expect(column![view.nodes.rowOf(nodeName)!], `${where} on ${nodeName}`).toBe(want);
    }
  }
  expect(moved).toBeGreaterThan(200);
});

test('where it would be put is where the scores are highest', { timeout: 60_000 }, () => {
  let several = 0;
  for (const { view, profile, pod, where } of placedPods('would', 100)) {
    const replacement = replacementOf(pod, possibleLabels(pod)[0]!);
    const bestAt = (instant: Instant): readonly string[] => {
      const { nodes } = supposeReplaced(view, { pod, replacement }, instant, () =>
        judgeAll(view, replacement, profile),
      );
      const fitting = nodes.filter(({ verdict }) => verdict.kind === 'fits');
      if (fitting.length > 1) several++;
      const total = ({ scores }: (typeof nodes)[number]): number =>
        scores.reduce((sum, { score, weight }) => sum + score * weight, 0);
      const most = Math.max(...fitting.map(total));
      return fitting.filter((node) => total(node) === most).map(({ nodeName }) => nodeName);
    };
    const atOnce = keepsItsName(pod) ? [] : bestAt('ending');
    expect([...whereWouldItGo(view, pod, profile)], where).toEqual(atOnce.length > 0 ? atOnce : bestAt('gone'));
  }
  expect(several).toBeGreaterThan(100);
});
