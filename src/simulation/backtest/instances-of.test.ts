import { describe, expect, test } from 'vitest';
import { lowNodeLoad } from '#simulation/policies/low-node-load.ts';
import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import { fixedThreshold, minimumMigrationTime } from '#simulation/policies/minimum-migration-time.ts';
import { none } from '#simulation/policies/none.ts';
import { tailRisk } from '#simulation/policies/tail-risk.ts';
import { anInstance, scripted } from '#simulation/replay/fixtures/an-instance.ts';
import type { ReplayInstance } from '#simulation/replay/instance.ts';
import { ABSENT } from '#simulation/replay/policy.ts';
import { runReplay } from '#simulation/replay/run-replay.ts';
import { aHistory, aNode, aPod, historyOf } from './fixtures/a-history.ts';
import { instanceOf, poolsOf } from './instances-of.ts';
import { runPolicy } from './run-policies.ts';

/** Load that wanders between two nodes, so that policies have something to do. */
const sketch = anInstance({
  nodes: 3,
  start: [0, 0, 0, 1, 1, 2],
  use: Array.from({ length: 40 }, (_, step) => [3, 3 + Math.sin(step / 5), 2.6, 1, 2, 0.5]),
});

describe('a recording of a replay is worth what the replay is', () => {
  const policies = [
    none,
    ...lowNodeUtilizationForms.map((form) => lowNodeUtilization(form)),
    lowNodeLoad,
    minimumMigrationTime(fixedThreshold),
    tailRisk,
  ];
  for (const policy of policies) {
    test(`under ${policy.name}`, () => {
      const history = historyOf(sketch);
      const instances = poolsOf(history).map((pool) => instanceOf(pool, history));
      expect(runPolicy(instances, policy)).toMatchObject(runReplay(sketch, policy));
    });
  }
});

const only = (instance: ReplayInstance | undefined): ReplayInstance => {
  if (instance === undefined) throw new Error('there is no pool');
  return instance;
};

const built = (history: Parameters<typeof poolsOf>[0], since = 0): readonly ReplayInstance[] =>
  poolsOf(history).map((pool) => instanceOf(pool, history, since));

describe('what a history becomes', () => {
  test('nodes with other taints are a pool of their own, those of another size are not', () => {
    const nodes = [aNode('a'), aNode('big', { capacity: 64 }), aNode('tainted', { pool: 'gpu=:NoSchedule' })];
    const pods = [aPod('web', 'a'), aPod('db', 'big'), aPod('model', 'tainted')];
    const instances = built(aHistory({ nodes, pods }));
    expect(instances.map(({ cluster }) => Array.from(cluster.capacity))).toEqual([[10, 64], [10]]);
  });

  test('each node has a line of its own, and what is hot on a small one is not on a big one', () => {
    const nodes = [aNode('small'), aNode('big', { capacity: 64 })];
    const pods = ['a', 'b', 'c'].map((name) => aPod(name, 'small', { used: [3, 3, 3] }));
    const instances = built(aHistory({ nodes, pods: [...pods, aPod('db', 'big', { used: [12, 12, 12] })] }));
    const form = lowNodeUtilizationForms.find(({ name }) => name === 'lnu-instant')!;
    expect(runPolicy(instances, none)).toMatchObject({ over80: 15, over100: 0 });
    // three of ten cores are more of a node than twelve of 64: the big one takes it
    expect(runPolicy(instances, lowNodeUtilization(form))).toMatchObject({ over80: 5, evictions: 1, pingPongs: 0 });
  });

  test('what a node uses beyond its pods stays on it, and what pods cannot ask for is taken', () => {
    const node = aNode('a', { allocatable: 9, used: [5, Number.NaN, 8] });
    const instance = only(built(aHistory({ nodes: [node], pods: [aPod('web', 'a', { used: [2, 2, 2] })] }))[0]);
    const { pods, request, pinned } = instance.cluster;
    expect([pods, [...request], [...pinned!]]).toEqual([2, [1, 1], [ABSENT, 0]]);
    // 3, unknown, 6: in the mean of an hour 4
    expect([...instance.use.cores]).toEqual([2, 4, 2, 4, 2, 4]);
  });

  test('unknown use is what was last known; a pod that was never measured is what its node uses beyond the others', () => {
    const nodes = [aNode('a', { used: [4, 4, 4] })];
    const gap = aPod('gap', 'a', { used: [Number.NaN, 1, Number.NaN] });
    const dark = aPod('dark', 'a', { used: [Number.NaN, Number.NaN, Number.NaN] });
    const instance = only(built(aHistory({ nodes, pods: [gap, dark] }))[0]);
    expect([...instance.use.cores]).toEqual([1, 3, 1, 3, 1, 3]);
  });

  test('pods are born and die when they did; a daemon is born on its node', () => {
    const nodes = [aNode('a'), aNode('b')];
    const pods = [
      aPod('early', 'a', { until: 1 }),
      aPod('late', 'b', { from: 1 }),
      aPod('daemon', 'b', { from: 2, isPinned: true }),
    ];
    const instance = only(built(aHistory({ nodes, pods }))[0]);
    const placements: number[][] = [];
    runReplay(instance, {
      name: 'watcher',
      begin: () => ({ decide: (_step, _use, placement) => (placements.push([...placement.subarray(0, 3)]), []) }),
    });
    expect(placements).toEqual([
      [0, ABSENT, ABSENT],
      [ABSENT, 0, ABSENT],
    ]);
    expect([...instance.cluster.pinned!.subarray(0, 3)]).toEqual([ABSENT, ABSENT, 1]);
  });

  test('what is learnt from is history, and the rest begins where pods were then', () => {
    const nodes = [aNode('a'), aNode('b')];
    const pods = [aPod('gone', 'a', { until: 1 }), aPod('web', 'b', { from: 1, used: [0, 5, 6] })];
    const instance = only(built(aHistory({ nodes, pods }), 1)[0]);
    expect([...instance.start.subarray(0, 1)]).toEqual([1]);
    expect([instance.use.steps, instance.cluster.history!.steps]).toEqual([2, 1]);
    expect(instance.use.cores[0]).toBe(5);
    expect(instance.cluster.history!.cores[0]).toBeNaN();
  });

  test('a node that was hardly ever there is left out with its daemons; other pods of it are placed anew', () => {
    const nodes = [aNode('a'), aNode('spot', { isLasting: false })];
    const pods = [aPod('web', 'spot'), aPod('daemon', 'spot', { isPinned: true })];
    const { cluster, start } = only(built(aHistory({ nodes, pods }))[0]);
    expect([cluster.nodes, cluster.pods, start[0]]).toEqual([1, 1, ABSENT]);
  });
});

test('a policy that moves what is bound to its node is told so', () => {
  const history = aHistory({ nodes: [aNode('a'), aNode('b')], pods: [aPod('daemon', 'a', { isPinned: true })] });
  const moves = scripted({ 0: [{ pod: 0, to: 1 }] });
  expect(() => runPolicy(built(history), moves)).toThrow('pod 0 is bound to its node');
});
