import { expect, test } from 'vitest';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from './fixtures/a-world.ts';
import { ourRescheduler } from './our-rescheduler.ts';
import { Simulation } from './simulation.ts';
import type { ObjectStore } from './world/objects/object-store.ts';

const MINUTE_MS = 60_000;
const apps = ['amber', 'birch', 'cedar', 'dune', 'elm', 'fir', 'gorse'] as const;

/** Seven hot nodes, each with a pod that somebody approved the move of, and as many idle ones. */
function sevenHot(): Simulation {
  const hot = apps.map((_, at) => `n${at + 1}`);
  const idle = apps.map((_, at) => `n${at + apps.length + 1}`);
  const pods = apps.flatMap((app, at) =>
    ['-a', '-b', '-c'].map((more) => aWorkload(app + more, { startsOn: [hot[at]!], life: { courses: [0] } })),
  );
  const spec = aWorldSpec({
    nodes: [...hot, ...idle].map((name) => aNodeSpec(name)),
    workloads: pods,
    courses: coursesOf(Array<number>(12).fill(1.2)),
  });
  return new Simulation({ spec, mover: ourRescheduler });
}

function approve(store: ObjectStore, app: string, { at, worthMinutes }: { at: number; worthMinutes: number }): void {
  const pod = store.podsIn('shop').find(({ metadata }) => metadata.labels?.['app'] === `${app}-a`)!;
  const { name, uid } = pod.metadata;
  const since = new Date(at).toISOString();
  const deadline = new Date(at + 60 * MINUTE_MS).toISOString();
  const planned = { for: 'Foretold', worthMinutes, predicted: {} } as const;
  const migration = store.create('PodMigration', {
    metadata: { namespace: 'shop', name: app },
    spec: { podRef: { name, uid }, mode: 'Auto', reason: 'Foretold.', deadline, planned },
  })!;
  const status = { phase: 'Approved', since, sourceNode: pod.spec.nodeName! } as const;
  store.put('PodMigration', { ...migration, status });
}

test('of seven approved moves the five of the hour are the worthiest, whatever their names, and each gets a node of its own', async () => {
  const simulation = sevenHot();
  const { store, clock } = simulation.world.core;
  await simulation.advance(MINUTE_MS / 2);
  for (const [place, app] of apps.entries()) approve(store, app, { at: clock.now(), worthMinutes: 100 * (place + 1) });
  await simulation.advance(16 * MINUTE_MS);
  const ended = [...store.list('PodMigration')].filter(({ metadata: { name } }) => apps.some((app) => app === name));
  const phases = Object.fromEntries(ended.map(({ metadata, status }) => [metadata.name, status?.phase]));
  const landed = ended.map(({ status }) => status?.landedNode).filter((node) => node !== undefined);
  const worthiest = Object.fromEntries(apps.slice(2).map((app) => [app, 'Succeeded']));
  expect(phases).toEqual({ amber: 'Approved', birch: 'Approved', ...worthiest });
  // approved at once, they do not all go to the node that is the coolest before any has gone
  expect(new Set(landed).size).toBe(5);
  await simulation.end();
});
