import { test } from 'vitest';
import { createPod } from '#simulation/world/controllers/work-of-owner.ts';
import { deletePod, withStatus } from '#simulation/world/pod-writes.ts';
import { joinNode } from '#simulation/world/settle-world.ts';
import { aNodeSpec, aWorkload, coursesOf, watched } from '#simulation/fixtures/a-world.ts';
import { rosterPromises } from './cluster-roster.ts';
import { loadSourceContract, type LoadSourceUnderTest } from './load-source.ts';
import { markerPromises } from './node-marker.ts';

const isOurs = (key: string): boolean => ['metrics.cpu', 'metrics.memory', 'metrics.overloaded'].includes(key);
const GIB = 2 ** 30;

for (const [promise, hold] of markerPromises) {
  test(`the world's node marker: ${promise}`, async () => {
    const { world } = watched();
    const { store, clock } = world.core;
    const { uid } = store.get('Node', 'n1')!.metadata;
    const marker = world.marker(isOurs);
    await hold({
      marker: {
        async mark(marks, signal) {
          const marked = marker.mark(marks, signal);
          void marked.catch(() => undefined);
          await clock.advance(1000);
          return marked;
        },
      },
      node: { name: 'n1', uid },
      annotations: async () => store.get('Node', 'n1')?.metadata.annotations ?? {},
      annotate: async (annotations) => {
        const node = store.get('Node', 'n1')!;
        store.put('Node', {
          ...node,
          metadata: { ...node.metadata, annotations: { ...node.metadata.annotations, ...annotations } },
        });
      },
      replace: async () => {
        world.nodes.remove('n1');
        joinNode(world.core, aNodeSpec('n1'));
      },
      remove: async () => world.nodes.remove('n1'),
    });
  });
}

for (const [promise, hold] of rosterPromises) {
  test(`the world's roster: ${promise}`, async () => {
    const { world } = watched({ nodes: [] });
    const { core } = world;
    const { store, clock } = core;
    const namespace = 'here';
    const owner = { kind: 'ReplicaSet', metadata: { name: 'nobody', namespace, uid: 'nobody' } };
    const podNamed = (name: string) => store.get('Pod', `${namespace}/${name}`)!;
    await hold({
      roster: world.roster(isOurs),
      namespace,
      addNode: async (name, address) => {
        joinNode(core, aNodeSpec(name, { cpuCores: 8 }));
        const node = store.get('Node', name)!;
        store.put('Node', { ...node, status: { ...node.status, addresses: [{ type: 'InternalIP', address }] } });
        return node.metadata.uid;
      },
      removeNode: async (name) => world.nodes.remove(name),
      annotate: async (name, annotations) => {
        const node = store.get('Node', name)!;
        store.put('Node', { ...node, metadata: { ...node.metadata, annotations } });
      },
      addPod: async (name, node) => {
        createPod(
          core,
          owner,
          { metadata: { labels: {} }, spec: { containers: [{ name: 'app' }] } },
          { name, spec: { nodeName: node } },
        );
      },
      finishPod: async (name) => void store.put('Pod', withStatus(podNamed(name), { phase: 'Succeeded' })),
      removePod: async (name) => {
        deletePod(core, podNamed(name));
        await clock.advance(60_000);
      },
      pass: () => clock.advance(1000),
    });
  });
}

/** One pod of half a core and a quarter GiB on the only node, scraped for two minutes. */
async function scrapedWorld(): Promise<LoadSourceUnderTest> {
  const web = aWorkload('web', { kind: 'ReplicaSet', startsOn: ['n1'], life: { courses: [0] } });
  const scraped = watched({ nodes: [aNodeSpec('n1')], workloads: [web], courses: coursesOf([0.5]) });
  await scraped.pass(121);
  const source = scraped.world.loadSource(60_000);
  const takenAt = scraped.world.spec.startsAt + 120_000;
  const pod = `shop ${scraped.pods('web')[0]!.metadata.name}`;
  const asked: string[] = [];
  return {
    source: {
      name: source.name,
      signals: source.signals,
      read: (ask) => {
        asked.push([...ask.signals, ask.pods].join(' '));
        return source.read(ask);
      },
      past: () => source.past(),
      close: () => source.close(),
    },
    measured: {
      cpu: { unit: 'ratio', values: { n1: 0.125 }, takenAt, windowMs: 60_000 },
      memory: { unit: 'ratio', values: { n1: 1 / 64 }, takenAt },
    },
    failing: 'latency',
    pods: {
      cpuCores: { unit: 'cores', values: { [pod]: 0.5 }, takenAt, windowMs: 60_000 },
      memoryBytes: { unit: 'bytes', values: { [pod]: GIB / 4 }, takenAt },
    },
    asked: () => asked,
    unreachable: () => {
      const blind = scraped.world.loadSource(60_000);
      blind.blind(true);
      return blind;
    },
  };
}

for (const [promise, keeps] of Object.entries(loadSourceContract)) {
  test(`the world's source of load: ${promise}`, async () => keeps(await scrapedWorld()));
}
