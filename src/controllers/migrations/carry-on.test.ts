import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { migrationDefaults as options } from '#decisions/rescheduling/migration/migration-options.ts';
import type { Outcome } from '#decisions/rescheduling/migration/verb.ts';
import { MemoryMigrationStore } from '#test/support/migration/memory-migration-store.ts';
import { SmallWorld } from '#test/support/migration/small-world.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { carryOn } from './carry-on.ts';
import type { Hands } from './carry-out.ts';

test('a term that ends while a status is written ends it there: what the status tells of is not begun', async () => {
  const world = new SmallWorld(rngOf(1), { verbFails: 0, podDoomed: 0, userMeddles: 0, budgetSpent: 0 });
  const [pod] = world.pods.values();
  const clock = new VirtualClock(world.now);
  const store = new MemoryMigrationStore();
  const begun: string[] = [];
  const did = (what: string) => async (): Promise<Outcome> => {
    begun.push(what);
    return { kind: 'done' };
  };
  const other = did('something else');
  const hands: Hands = {
    evictor: { rehearse: did('rehearse'), evict: did('evict') },
    requester: { isServed: async () => false, request: other, withdraw: other },
    surger: {
      createClone: other,
      lowerDeletionCost: other,
      adoptClone: other,
      removeClone: other,
      restoreDeletionCost: other,
      sweep: async () => ({ clonesRemoved: [], costsRestored: [], marksTaken: [], left: [] }),
    },
    marker: { mark: other },
  };
  const spec = {
    podRef: { name: pod!.name, uid: pod!.uid },
    mode: 'Evict',
    reason: 'n1 is hot.',
    deadline: new Date(world.now + 3_600_000).toISOString(),
  } as const;
  await store.create({ namespace: 'shop', name: 'm', spec });
  const over = new AbortController();
  let asked = 0;
  /** One step; the term ends before the given write. */
  const step = async (endsBefore: number): Promise<void> => {
    const [migration] = await store.list();
    const act = (): AbortSignal => {
      if (++asked === endsBefore) over.abort(new Error('the term is over'));
      over.signal.throwIfAborted();
      return over.signal;
    };
    const view = world.view(pod!.uid, migration!.metadata.uid);
    await carryOn(migration!, view, { edges: { clock, store, hands }, options, act });
  };
  while ((await store.list())[0]!.status?.phase !== 'Evicting') await step(Infinity);
  asked = 0;
  await expect(step(2)).rejects.toThrow('the term is over');
  expect(begun).toEqual([]);
});
