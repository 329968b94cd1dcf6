import { expect, onTestFinished } from 'vitest';
import type { Transport } from '#kube/transport/transport.ts';
import type { Evictor } from '#ports/evictor.ts';
import { readyPods } from '#test/support/cluster-state.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { migrationTest as test, quick } from '#test/support/migration/migration-test.ts';
import { ownMigrations } from '#test/support/migration/own-migrations.ts';
import { toldJournal } from '#test/support/told.ts';
import { until } from '#test/support/until.ts';
import { aDeployment } from '#test/support/workloads.ts';
import type { MigrationBook } from './migration-book.ts';
import { MigrationLoop, migrationLoopDefaults } from './migration-loop.ts';

/** Migrations as one of several replicas knows them. */
function followed(transport: Transport, namespace: string, signal: AbortSignal): MigrationBook {
  const book = ownMigrations(namespace, transport);
  void book.run(() => undefined, signal);
  return book;
}

test('trap 52: two loops that both think they act move a pod once, and tell its story once', async ({
  api,
  namespace,
  startNodes,
  mover,
}) => {
  await startNodes(4, { behaviour: () => ({ terminatesAfterMs: 500 }) });
  const deployment = aDeployment('web', { replicas: 3, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  const [hot] = await readyPods(api, namespace, 'web', 3);
  const { hands } = mover.edges;
  let evictions = 0;
  const evictor: Evictor = {
    ...hands.evictor,
    async evict(pod, abort) {
      const outcome = await hands.evictor.evict(pod, abort);
      if (outcome.kind === 'done') evictions += 1;
      return outcome;
    },
  };
  const journal = toldJournal();
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const { signal } = ending;
  const loop = (): MigrationLoop =>
    new MigrationLoop(
      {
        ...mover.edges,
        store: followed(mover.transport, namespace, signal),
        hands: { ...hands, evictor },
        journal,
        look: mover.look,
        acting: () => signal,
      },
      { ...migrationLoopDefaults, steps: quick },
    );
  const loops = [loop(), loop()];
  const migration = await mover.want(hot, 'Evict');
  const ended = await until('the move to end', async () => {
    await Promise.all(loops.map((each) => each.reconcile(signal)));
    const { status } = await mover.read(migration);
    return status?.phase === 'Succeeded' || status?.phase === 'Failed' ? status : undefined;
  });
  expect(evictions).toBe(1);
  expect(ended.replacement).toBeDefined();
  await readyPods(api, namespace, 'web', 3);
  const phases = journal.told.map(({ facts }) => facts?.['reason']);
  expect(phases.filter((reason) => reason === 'ToldToGo')).toHaveLength(1);
  expect(phases.at(-1)).toBe(ended.history!.at(-1)!.reason);
});

test('who stands by does nothing', async ({ api, namespace, startNodes, mover }) => {
  await startNodes(1);
  const deployment = aDeployment('web', { replicas: 1, nodeSelector: { pool: namespace } });
  expectOk(await api.create(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
  const [pod] = await readyPods(api, namespace, 'web', 1);
  const migration = await mover.want(pod, 'Evict');
  const { signal } = new AbortController();
  const store = followed(mover.transport, namespace, signal);
  const ports = { ...mover.edges, store, journal: toldJournal(), look: mover.look, acting: () => undefined };
  const passed = await new MigrationLoop(ports, { ...migrationLoopDefaults, steps: quick }).reconcile(signal);
  expect(passed).toEqual({ againInMs: 5000, outcome: 'standing by' });
  expect((await mover.read(migration)).status).toBeUndefined();
});
