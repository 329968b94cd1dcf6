import { test } from 'vitest';
import { DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import type { PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { Evictor } from '#ports/evictor.ts';
import type { MigrationStore } from '#ports/migration-store.ts';
import type { Surger } from '#ports/surger.ts';
import { aWorkload, watched, type WatchedWorld } from '#simulation/fixtures/a-world.ts';
import { isActive, isReady } from '#simulation/world/objects/object-store.ts';
import { evictorContract } from './evictor.ts';
import { clusterSourcePromises } from './cluster-source.ts';
import { migrationSourceContract } from './migration-source.ts';
import { migrationStoreContract } from './migration-store.ts';
import { replacementMarkerContract } from './replacement-marker.ts';
import { surgerContract } from './surger.ts';

/** A workload of three on three nodes, ready. */
async function threeOfWeb(): Promise<WatchedWorld> {
  const shop = watched({ workloads: [aWorkload('web', { replicas: 3 })] });
  await shop.pass(60);
  return shop;
}

/** Asks, and lets a second pass in which the answer comes. */
const asker =
  ({ pass }: WatchedWorld) =>
  async <Answer>(asked: Promise<Answer>): Promise<Answer> => {
    void asked.catch(() => undefined);
    await pass(1);
    return asked;
  };

/** Its migrations, as one who waits for each answer. */
function storeOf(shop: WatchedWorld): MigrationStore {
  const store = shop.world.migrations();
  const asked = asker(shop);
  return {
    list: () => asked(store.list()),
    create: (migration) => asked(store.create(migration)),
    writeStatus: (migration) => asked(store.writeStatus(migration)),
    remove: (migration) => asked(store.remove(migration)),
  };
}

const keyOf = ({ metadata: { name, uid } }: ReturnType<WatchedWorld['pods']>[number]): PodKey => ({
  namespace: 'shop',
  name,
  uid,
});

const least = { free: 2, held: 3, 'under two budgets': 1 } as const;

for (const [promise, keeps] of Object.entries(evictorContract)) {
  test(`the world's evictor: ${promise}`, async () => {
    const shop = await threeOfWeb();
    const { store } = shop.world.core;
    const { evictor } = shop.world.hands();
    const asked = asker(shop);
    const passing: Evictor = {
      rehearse: (pod) => asked(evictor.rehearse(pod)),
      evict: (pod) => asked(evictor.evict(pod)),
    };
    const addBudget = (name: string, minAvailable: number): void => {
      const spec = { selector: { matchLabels: { app: 'web' } }, minAvailable };
      store.create('PodDisruptionBudget', { metadata: { namespace: 'shop', name }, spec });
    };
    await keeps({
      evictor: passing,
      async pod(standing) {
        addBudget('web', least[standing]);
        if (standing === 'under two budgets') addBudget('web-too', 1);
        await shop.pass(1);
        return keyOf(shop.pods('web')[0]!);
      },
      isSafe: async ({ uid }) => shop.pods('web').some((pod) => pod.metadata.uid === uid && isActive(pod)),
      allowance: async () => store.get('PodDisruptionBudget', 'shop/web')!.status!.disruptionsAllowed!,
    });
  });
}

for (const [promise, keeps] of Object.entries(surgerContract)) {
  test(`the world's surger: ${promise}`, async () => {
    const shop = await threeOfWeb();
    const { store } = shop.world.core;
    const { surger } = shop.world.hands();
    const asked = asker(shop);
    const passing: Surger = {
      createClone: (clone, of, nodes) => asked(surger.createClone(clone, of, nodes)),
      lowerDeletionCost: (pod, migration) => asked(surger.lowerDeletionCost(pod, migration)),
      adoptClone: (clone, of) => asked(surger.adoptClone(clone, of)),
      removeClone: (clone) => asked(surger.removeClone(clone)),
      restoreDeletionCost: (pod, was) => asked(surger.restoreDeletionCost(pod, was)),
      sweep: (unfinished) => asked(surger.sweep(unfinished)),
    };
    const [hot] = shop.pods('web');
    await keeps({
      surger: passing,
      hot: keyOf(hot!),
      clone: { namespace: 'shop', name: 'web-clone', migration: 'm' },
      nodes: ['n1', 'n2', 'n3'].filter((name) => name !== hot!.spec.nodeName),
      untilReady: () => shop.pass(60),
      living: async () =>
        shop
          .pods('web')
          .filter((pod) => isActive(pod))
          .map(({ metadata }) => metadata.name)
          .toSorted(),
      nodeOf: async (name) => store.get('Pod', `shop/${name}`)!.spec.nodeName!,
      untilThree: async () => {
        await shop.pass(60);
        const ready = shop.pods('web').filter((pod) => isActive(pod) && isReady(pod)).length;
        if (ready !== 3) throw new Error(`${ready} are ready`);
      },
      labelsOf: async (name) => store.get('Pod', `shop/${name}`)!.metadata.labels ?? {},
      deletionCostOf: async ({ name }) => store.get('Pod', `shop/${name}`)!.metadata.annotations?.[DELETION_COST],
    });
  });
}

for (const [promise, keeps] of Object.entries(migrationStoreContract)) {
  test(`the world's store of migrations: ${promise}`, async () => {
    const empty = watched();
    await keeps({ store: storeOf(empty), namespace: 'shop' });
  });
}

for (const [promise, keeps] of Object.entries(migrationSourceContract)) {
  test(`the world's source of migrations: ${promise}`, async () => {
    const empty = watched({ watchLagMs: 200 });
    const source = empty.world.migrationSource();
    await keeps({ source, store: storeOf(empty), namespace: 'shop', pass: () => empty.pass(1) });
  });
}

for (const [promise, keeps] of Object.entries(replacementMarkerContract)) {
  test(`the world's marker of replacements: ${promise}`, async () => {
    const shop = await threeOfWeb();
    const { store } = shop.world.core;
    const { marker } = shop.world.hands();
    const asked = asker(shop);
    await keeps({
      marker: { mark: (pod, marks) => asked(marker.mark(pod, marks)) },
      async clone(mark) {
        const [pod] = shop.pods('web');
        const labels = { ...pod!.metadata.labels, ...mark };
        store.put('Pod', { ...pod!, metadata: { ...pod!.metadata, labels } });
        return keyOf(pod!);
      },
      marksOn: async ({ name }) => store.get('Pod', `shop/${name}`)!.metadata,
    });
  });
}

for (const [promise, hold] of clusterSourcePromises) {
  test(`the world as a source: ${promise}`, async () => {
    const { world } = watched();
    const { store } = world.core;
    await hold({
      source: world.cluster(),
      namespace: 'here',
      put: async (name, app) => {
        const metadata = { namespace: 'here', name };
        return store.create('Service', { metadata, spec: { selector: { app } } })!.metadata.uid;
      },
      remove: async (name) => store.remove('Service', `here/${name}`),
    });
  });
}
