import { expect, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { aContender, type Contender, type ContenderOptions } from './fixtures/contender.ts';
import { MemoryLeaseStore } from './fixtures/memory-lease-store.ts';

const startsAt = Date.UTC(2030, 0, 1);

async function aLeader(
  options: ContenderOptions = {},
): Promise<Contender & { world: VirtualClock; store: MemoryLeaseStore }> {
  const world = new VirtualClock(startsAt);
  const store = new MemoryLeaseStore();
  const leader = await aContender(store, world, options);
  await world.advance(5000);
  return { ...leader, world, store };
}

test('a released lease is free at once, for client-go too', async () => {
  const { contention, world, store } = await aLeader();
  const second = await aContender(store, world, { name: 'b' });
  await world.advance(10);
  const released = contention.release();
  await world.advance(0);
  await released;
  expect(store.lease?.spec).toEqual({
    holderIdentity: '',
    leaseDurationSeconds: 1,
    acquireTime: '2030-01-01T00:00:05.010000Z',
    renewTime: '2030-01-01T00:00:05.010000Z',
    leaseTransitions: 0,
  });
  await world.advance(2000);
  expect(second.contention.status().kind).toBe('leading');
  expect(store.lease?.spec.leaseTransitions).toBe(1);
});

test('the work comes to its end before the lease is given back', async () => {
  const { contention, world, store, work, terms } = await aLeader({ stubborn: true });
  void contention.release();
  await world.advance(0);
  expect(terms[0]?.held()).toBe(false);
  await world.advance(5000);
  expect(store.lease?.spec.holderIdentity).toBe('a_1');
  work.finish();
  await world.advance(0);
  expect(store.lease?.spec.holderIdentity).toBe('');
});

test('work that does not end in time loses the lease to others, who keep it', async () => {
  const { contention, world, store, work } = await aLeader({ stubborn: true });
  const second = await aContender(store, world, { name: 'b' });
  void contention.release();
  await world.advance(0);
  await world.advance(20_000);
  expect(second.contention.status().kind).toBe('leading');
  work.finish();
  await world.advance(20_000);
  expect(store.lease?.spec.holderIdentity).toBe('b_1');
  expect(second.terms[0]?.held()).toBe(true);
});

test('who does not hold it writes nothing', async () => {
  const { world, store } = await aLeader();
  const second = await aContender(store, world, { name: 'b' });
  await world.advance(10);
  const before = store.lease;
  const released = second.contention.release();
  await world.advance(0);
  await released;
  expect(store.lease).toBe(before);
});

test('a renewal on its way when it is released does not take it back', async () => {
  const { contention, world, store, suffer } = await aLeader();
  suffer({ thereMs: 500 });
  await world.advance(1100); // the renewal begun at 6 arrives at 6.5, its release at 6.6
  void contention.release();
  await world.advance(0);
  await world.advance(10_000);
  expect(store.lease?.spec.holderIdentity).toBe('');
});

test('a bad network is tried again, for as long as a lease would be renewed', async () => {
  const { contention, world, store, suffer } = await aLeader();
  suffer({ ends: 'throttled' });
  void contention.release();
  await world.advance(0);
  await world.advance(5000);
  suffer({ ends: 'well' });
  await world.advance(2000);
  expect(store.lease?.spec.holderIdentity).toBe('');
});

test('if it stays bad, the lease runs out by itself', async () => {
  const { contention, world, store, suffer } = await aLeader();
  suffer({ ends: 'refused' });
  let over = false;
  void contention.release().then(() => (over = true));
  await world.advance(0);
  await world.advance(13_000);
  expect(over).toBe(true);
  expect(store.lease?.spec.holderIdentity).toBe('a_1');
});

test('work that throws is told of; others have their turn before it comes again', async () => {
  const { world, store, work, told } = await aLeader();
  work.fail(new Error('a bug'));
  await world.advance(0);
  expect(told).toEqual(['leading', 'threw: a bug', 'ended: threw', 'unknown', 'work ended']);
  expect(store.lease?.spec.holderIdentity).toBe('');
  await world.advance(14_999);
  expect(store.lease?.spec.holderIdentity).toBe('');
  await world.advance(1);
  expect(store.lease?.spec.holderIdentity).toBe('a_1');
});

test('work that throws while it winds up is told of too', async () => {
  const { contention, world, work, told } = await aLeader({ stubborn: true });
  void contention.release();
  await world.advance(0);
  work.fail(new Error('a bug in the end'));
  await world.advance(0);
  expect(told).toContain('threw: a bug in the end');
});

test('work that returns by itself is finished: the lease is given back and the contest is over', async () => {
  const { contention, world, store, work } = await aLeader();
  work.finish();
  await world.advance(0);
  await contention.done;
  await world.advance(60_000);
  expect(store.lease?.spec.holderIdentity).toBe('');
  expect(contention.status().kind).toBe('unknown');
  expect(world.sleeping).toBe(0);
});

test('released while it looks, it writes nothing', async () => {
  const world = new VirtualClock(startsAt);
  const store = new MemoryLeaseStore();
  const { contention, terms } = await aContender(store, world, { fate: { thereMs: 10 } });
  void contention.release();
  await world.advance(60_000);
  await contention.done;
  expect(store.lease).toBeUndefined();
  expect(terms).toEqual([]);
});

test('released while it claims, it gives back what it gets and never works', async () => {
  const world = new VirtualClock(startsAt);
  const store = new MemoryLeaseStore();
  const { contention, terms } = await aContender(store, world, { fate: { thereMs: 10 } });
  await world.advance(15);
  void contention.release();
  await world.advance(60_000);
  await contention.done;
  expect(store.lease?.spec.holderIdentity).toBe('');
  expect(terms).toEqual([]);
});
