import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import { rngOf } from '#base/rng.ts';
import type { ClusterEvent } from '#cluster/cluster-event.ts';
import type { ClusterStore } from '#cluster/cluster-store.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import { defaultProfile, type Profile } from '#decisions/scheduling/profile.ts';
import { compare } from './compare.ts';
import { engineJudge, kindsOfLists, optionsOf, storeOf } from './engine-judge.ts';
import { naiveJudge } from './naive/naive-judge.ts';
import { families } from './worlds/families.ts';
import { generateWorld, type SizeClass } from './worlds/generate-world.ts';
import type { World } from './world.ts';

/** An image has the size the first node said, and which node is first depends on what came before: not a law. */
const only = families.map(({ name }) => name).filter((name) => name !== 'images');

const worlds = (seed: string, count: number, sizeClass: SizeClass): World[] =>
  Array.from({ length: count }, (_, index) => generateWorld({ seed, index, pressure: 0.4, sizeClass }));

/** What every node says to every probe and what it scores, by name. */
function answers(view: ClusterView, { probes }: World, profile: Profile): unknown {
  return probes.map((pod) => {
    const { refused, nodes, broken } = judgeAll(view, pod, profile);
    return { refused, broken, nodes: nodes.toSorted((a, b) => (a.nodeName < b.nodeName ? -1 : 1)) };
  });
}

const profileFor = ({ args }: World, store: ClusterStore): Profile =>
  defaultProfile(store.view().dialect, optionsOf(args));

test('the indexed engine says what the naive one says', { timeout: 60_000 }, () => {
  for (const world of [...worlds('indexed', 160, 'micro'), ...worlds('indexed', 40, 'small')]) {
    const naive = naiveJudge(world);
    const differences = engineJudge(world).flatMap((ours, probe) => compare(naive[probe]!, ours).differences);
    expect(differences, world.id).toEqual([]);
  }
});

const eventsOf = ({ objects }: World): ClusterEvent[] =>
  kindsOfLists.flatMap(([list, of]) =>
    (objects[list] ?? []).map((object) => ({ kind: 'applied', of, object }) as ClusterEvent),
  );

test('whatever happened on the way, what is left counts as if it had been told at once', { timeout: 60_000 }, () => {
  for (let index = 0; index < 40; index++) {
    const world = generateWorld({ seed: 'events', index, pressure: 0.4, sizeClass: 'micro', only });
    const { shuffle, float } = rngOf(index);
    const store = storeOf({ ...world, objects: { nodes: [], pods: [] } });
    const profile = profileFor(world, store);
    const events = eventsOf(world);
    // everything comes in any order, twice; some of it goes in between and comes back
    for (const event of shuffle([...events, ...events])) {
      store.apply(event);
      if (float() < 0.3 && event.kind === 'applied') store.apply({ ...event, kind: 'removed' });
      if (float() < 0.1) answers(store.view(), world, profile);
    }
    for (const event of shuffle(events)) store.apply(event);
    expect(answers(store.view(), world, profile), world.id).toEqual(
      answers(storeOf(world).view(), world, profileFor(world, store)),
    );
  }
});

const placedSomewhere = ({ objects: { nodes, pods } }: World): Pod[] =>
  pods.filter(({ spec }) => nodes.some(({ metadata }) => metadata.name === spec.nodeName));

test('a what-if is seen as if it were so, and leaves nothing behind', { timeout: 60_000 }, () => {
  for (let index = 0; index < 40; index++) {
    const world = generateWorld({ seed: 'what-if', index, pressure: 0.4, sizeClass: 'micro', only });
    const { shuffle, int } = rngOf(index);
    const { nodes } = world.objects;
    const store = storeOf(world);
    const profile = profileFor(world, store);
    const view = store.view();
    const before = answers(view, world, profile);
    const moves = new Map(
      shuffle(placedSomewhere(world))
        .slice(0, 5)
        .map((pod) => [pod, nodes[int(nodes.length)]!.metadata.name] as const),
    );
    const supposed = view.suppose((whatIf) => {
      for (const [{ metadata }, nodeName] of moves) {
        const entry = view.pod(`${metadata.namespace}/${metadata.name}`);
        if (entry !== undefined) whatIf.move(entry, whatIf.rowOf(nodeName));
      }
      return answers(view, world, profile);
    });
    const pods = world.objects.pods.map((pod) => {
      const nodeName = moves.get(pod);
      return nodeName === undefined ? pod : { ...pod, spec: { ...pod.spec, nodeName } };
    });
    const moved = { ...world, objects: { ...world.objects, pods } };
    expect(supposed, world.id).toEqual(answers(storeOf(moved).view(), world, profileFor(world, store)));
    expect(answers(view, world, profile), world.id).toEqual(before);
  }
});
