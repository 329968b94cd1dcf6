import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from './fixtures/a-world.ts';
import { MoveCount } from './move-count.ts';
import { US } from './world/world-core.ts';
import { World } from './world/world.ts';

const MINUTE_MS = 60_000;

/** One workload of one pod, and nodes that only take pods one at a time. */
function oneAtATime(): {
  readonly world: World;
  readonly pod: () => Pod;
  readonly evict: (to: string) => Promise<void>;
} {
  const world = new World(
    aWorldSpec({
      nodes: ['n1', 'n2', 'n3'].map((name) => aNodeSpec(name)),
      workloads: [aWorkload('a', { kind: 'ReplicaSet', startsOn: ['n1'], life: { courses: [0] } })],
      courses: coursesOf(Array<number>(12).fill(1)),
    }),
  );
  const { store, clock } = world.core;
  const pod = (): Pod => store.podsIn('shop').find(({ metadata }) => metadata.deletionTimestamp === undefined)!;
  return {
    world,
    pod,
    async evict(to) {
      for (const node of store.list('Node')) {
        store.put('Node', { ...node, spec: { ...node.spec, unschedulable: node.metadata.name !== to } });
      }
      const { namespace = '', name, uid } = pod().metadata;
      await Promise.all([world.evict({ namespace, name, uid, by: US }), clock.advance(5 * MINUTE_MS)]);
    },
  };
}

test('the pod that comes instead of one is the same to the count, however often', async () => {
  const { world, evict, pod } = oneAtATime();
  await world.core.clock.advance(MINUTE_MS);
  const count = new MoveCount(world);
  await evict('n2');
  expect(count).toMatchObject({ evictions: 1, pingPongs: 0, mostMoves: 1 });
  await evict('n3');
  expect(pod().spec.nodeName).toBe('n3');
  expect(count).toMatchObject({ evictions: 2, pingPongs: 1, mostMoves: 2 });
});
