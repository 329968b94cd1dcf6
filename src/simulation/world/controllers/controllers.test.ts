import { describe, expect, test } from 'vitest';
import { aNodeSpec, aWorkload, watched } from '#simulation/fixtures/a-world.ts';
import { evict } from './evictions.ts';
import { isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { withReadiness } from '#simulation/world/pod-writes.ts';

const readyOf = ({ pods }: ReturnType<typeof watched>, app: string): number =>
  pods(app).filter((pod) => isActive(pod) && isReady(pod)).length;

describe('a Deployment', () => {
  test('becomes pods that are placed, started and ready', async () => {
    const world = watched({ workloads: [aWorkload('web', { replicas: 3 })] });
    await world.pass(30);
    expect(readyOf(world, 'web')).toBe(3);
    expect(new Set(world.pods('web').map(({ spec }) => spec.nodeName)).size).toBe(3);
  });

  test('rolls out within its surge and unavailability', async () => {
    const strategy = { type: 'RollingUpdate', maxSurge: 1, maxUnavailable: 0 } as const;
    const deeds = [{ afterMs: 60_000, deed: 'roll-out', workload: 'web' } as const];
    const { scheduleDeeds } = await import('#simulation/world/deeds.ts');
    const world = watched({ workloads: [aWorkload('web', { replicas: 3, strategy })], deeds });
    const ignored = (): void => undefined;
    scheduleDeeds(world.world, { blind: ignored, lead: ignored, restart: ignored });
    await world.pass(59);
    let [least, most] = [3, 3];
    for (let second = 0; second < 120; second++) {
      await world.pass(1);
      least = Math.min(least, readyOf(world, 'web'));
      most = Math.max(most, world.pods('web').filter(isActive).length);
    }
    expect([least, most]).toEqual([3, 4]);
    expect(new Set(world.pods('web').map(({ spec }) => spec.containers[0]!.image))).toEqual(
      new Set(['registry.example/web:2']),
    );
  });

  test('of strategy Recreate has no two templates at once', async () => {
    const { scheduleDeeds } = await import('#simulation/world/deeds.ts');
    const deeds = [{ afterMs: 60_000, deed: 'roll-out', workload: 'web' } as const];
    const world = watched({ workloads: [aWorkload('web', { replicas: 2, strategy: { type: 'Recreate' } })], deeds });
    const ignored = (): void => undefined;
    scheduleDeeds(world.world, { blind: ignored, lead: ignored, restart: ignored });
    for (let second = 0; second < 120; second++) {
      await world.pass(1);
      expect(new Set(world.pods('web').map(({ spec }) => spec.containers[0]!.image)).size).toBeLessThan(2);
    }
    expect(world.pods('web')[0]!.spec.containers[0]!.image).toBe('registry.example/web:2');
  });
});

describe('a ReplicaSet', () => {
  test('makes a replacement while the evicted pod is still ending, and the ending pod still counts on its node', async () => {
    const world = watched({ workloads: [aWorkload('web', { kind: 'ReplicaSet', replicas: 1 })] });
    await world.pass(30);
    const [old] = world.pods('web');
    expect(evict(world.world.core, { namespace: 'shop', name: old!.metadata.name, uid: old!.metadata.uid }).code).toBe(
      201,
    );
    await world.pass(1);
    const both = world.pods('web');
    expect(both).toHaveLength(2);
    expect(both.filter(isActive)).toHaveLength(1);
    await world.pass(30);
    expect(world.pods('web').map(({ metadata }) => metadata.uid)).not.toContain(old!.metadata.uid);
    expect(readyOf(world, 'web')).toBe(1);
  });

  test('adopts an orphan that its selector matches, and the one of least deletion cost goes', async () => {
    const world = watched({ workloads: [aWorkload('web', { kind: 'ReplicaSet', replicas: 3 })] });
    await world.pass(30);
    const { core } = world.world;
    const [hot] = world.pods('web');
    const cost = { 'controller.kubernetes.io/pod-deletion-cost': '-2147483648' };
    core.store.put('Pod', {
      ...hot!,
      metadata: { ...hot!.metadata, annotations: { ...hot!.metadata.annotations, ...cost } },
    });
    const { ownerReferences: _, ...orphan } = hot!.metadata;
    const clone = core.store.create('Pod', {
      metadata: { ...orphan, name: 'web-clone', labels: {} },
      spec: { ...hot!.spec, nodeName: 'n2' },
      status: { phase: 'Running' },
    });
    core.store.put('Pod', withReadiness(clone!, true, core.clock.now()));
    await world.pass(5);
    expect(world.pods('web')).toHaveLength(3);
    const ready = core.store.get('Pod', 'shop/web-clone')!;
    core.store.put('Pod', { ...ready, metadata: { ...ready.metadata, labels: { app: 'web' } } });
    let least = 3;
    for (let tick = 0; tick < 100; tick++) {
      await world.pass(0.1);
      least = Math.min(least, readyOf(world, 'web'));
    }
    expect(least).toBe(3);
    const names = world.pods('web').map(({ metadata }) => metadata.name);
    expect(names).toHaveLength(3);
    expect(names).toContain('web-clone');
    expect(names).not.toContain(hot!.metadata.name);
  });
});

describe('a StatefulSet', () => {
  test('starts in order and makes a name again only once its pod is gone', async () => {
    const world = watched({ workloads: [aWorkload('db', { kind: 'StatefulSet', replicas: 3 })] });
    await world.pass(120);
    expect(world.told('pod-created')).toEqual(['db-0', 'db-1', 'db-2'].map((name) => `pod-created shop/${name}`));
    const { core } = world.world;
    evict(core, { namespace: 'shop', name: 'db-1' });
    await world.pass(1);
    expect(world.pods('db')).toHaveLength(3);
    await world.pass(30);
    expect(world.told('pod-ending', 'pod-gone', 'pod-created')).toEqual([
      'pod-ending shop/db-1',
      'pod-gone shop/db-1',
      'pod-created shop/db-1',
    ]);
  });
});

describe('a DaemonSet', () => {
  test('has one pod a node, and serves a node that joins', async () => {
    const world = watched({ workloads: [aWorkload('agent', { kind: 'DaemonSet' })] });
    await world.pass(30);
    const nodesOf = (): string[] => {
      const names = world.pods('agent').map(({ spec }) => spec.nodeName ?? '');
      return names.toSorted((a, b) => (a < b ? -1 : 1));
    };
    expect(nodesOf()).toEqual(['n1', 'n2', 'n3']);
    const { joinNode } = await import('#simulation/world/settle-world.ts');
    joinNode(world.world.core, aNodeSpec('n4'));
    await world.pass(30);
    expect(nodesOf()).toEqual(['n1', 'n2', 'n3', 'n4']);
  });
});

describe('a Job', () => {
  test('ends once all have succeeded; an evicted pod is made again', async () => {
    const world = watched({
      workloads: [aWorkload('batch', { kind: 'Job', replicas: 2, life: { runsForMs: 60_000 } })],
    });
    await world.pass(30);
    const [pod] = world.pods('batch');
    evict(world.world.core, { namespace: 'shop', name: pod!.metadata.name });
    await world.pass(120);
    expect(world.world.core.store.get('Job', 'shop/batch')!.status).toEqual({
      succeeded: 2,
      failed: 0,
      ended: 'Complete',
    });
  });
});

describe('a lost node', () => {
  test('keeps its pods until the toleration is over; then they are replaced, and are gone once it is back', async () => {
    const world = watched({ workloads: [aWorkload('web', { replicas: 3 })] });
    await world.pass(30);
    world.world.nodes.lose('n1');
    await world.pass(60);
    expect(isReady(world.world.core.store.get('Node', 'n1')!)).toBe(false);
    expect(readyOf(world, 'web')).toBe(2);
    await world.pass(330);
    expect(readyOf(world, 'web')).toBe(3);
    expect(world.pods('web')).toHaveLength(4);
    world.world.nodes.bringBack('n1');
    await world.pass(30);
    expect(world.pods('web')).toHaveLength(3);
  });
});

describe('a drain', () => {
  test('cordons, waits for the budget, and leaves daemons alone', async () => {
    const workloads = [
      aWorkload('web', { replicas: 2, budget: { minAvailable: 2 } }),
      aWorkload('agent', { kind: 'DaemonSet' }),
    ];
    const world = watched({ workloads });
    await world.pass(60);
    const node = world.pods('web')[0]!.spec.nodeName!;
    world.world.nodes.drain(node);
    await world.pass(30);
    expect(world.told('node-cordoned', 'eviction-refused')).toContain(
      `eviction-refused shop/${world.pods('web')[0]!.metadata.name}`,
    );
    expect(world.pods('web').map(({ spec }) => spec.nodeName)).toContain(node);
    const budget = world.world.core.store.get('PodDisruptionBudget', 'shop/web')!;
    world.world.core.store.put('PodDisruptionBudget', { ...budget, spec: { ...budget.spec, minAvailable: 1 } });
    await world.pass(60);
    expect(world.pods('web').map(({ spec }) => spec.nodeName)).not.toContain(node);
    expect(world.pods('agent').map(({ spec }) => spec.nodeName)).toContain(node);
  });
});

describe('an autoscaler', () => {
  test('scales out when its pods work hard', async () => {
    const { coursesOf } = await import('#simulation/fixtures/a-world.ts');
    const busy = aWorkload('web', {
      life: { courses: [0] },
      autoscale: { minReplicas: 1, maxReplicas: 3, targetCpuPercent: 50 },
    });
    const world = watched({ workloads: [busy], courses: coursesOf([0.6]) });
    await world.pass(180);
    expect(readyOf(world, 'web')).toBe(3);
  });
});

describe('memory', () => {
  test('a container that grows is killed at its limit and starts anew', async () => {
    const leaking = aWorkload('leak', { limits: { memory: '512Mi' }, life: { leakBytesPerHour: 2 ** 30 } });
    const world = watched({ workloads: [leaking] });
    await world.pass(1000);
    expect(world.told('pod-out-of-memory')).toHaveLength(1);
    expect(readyOf(world, 'leak')).toBe(1);
  });
});
