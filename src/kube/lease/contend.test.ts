import { describe, expect, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { aContender, type Contender, spelled } from './fixtures/contender.ts';
import { MemoryLeaseStore } from './fixtures/memory-lease-store.ts';
import type { Lease, LeaseSpec } from './lease.ts';

const startsAt = Date.UTC(2030, 0, 1);
const at = (seconds: string): string => `2030-01-01T00:00:${seconds}000Z`;

async function aLeader(): Promise<Contender & { world: VirtualClock; store: MemoryLeaseStore }> {
  const world = new VirtualClock(startsAt);
  const store = new MemoryLeaseStore();
  const leader = await aContender(store, world);
  return { ...leader, world, store };
}

const write = (store: MemoryLeaseStore, change: Partial<LeaseSpec>, label = 'none'): Promise<Lease> =>
  store.update({
    metadata: { ...store.lease!.metadata, labels: { label } },
    spec: { ...store.lease!.spec, ...change },
  });

describe('taking the lease', () => {
  test('who comes first creates it and leads', async () => {
    const { contention, store } = await aLeader();
    expect(store.lease?.spec).toEqual({
      holderIdentity: 'a_1',
      leaseDurationSeconds: 15,
      acquireTime: at('00.000'),
      renewTime: at('00.000'),
      leaseTransitions: 0,
    });
    expect(contention.status()).toEqual({ kind: 'leading' });
  });

  test('who comes second follows, and says whom', async () => {
    const { world, store } = await aLeader();
    const second = await aContender(store, world, { name: 'b' });
    await world.advance(60_000);
    expect(second.told).toEqual(['following a_1']);
    expect(second.terms).toEqual([]);
  });

  test('an ancient lease is waited out from when it was first seen: the times in it are another machine’s', async () => {
    const world = new VirtualClock(startsAt);
    const store = new MemoryLeaseStore();
    await store.create({ holderIdentity: 'x', leaseDurationSeconds: 15, renewTime: '1999-01-01T00:00:00.000000Z' });
    const { contention } = await aContender(store, world);
    await world.advance(14_999);
    expect(spelled(contention.status())).toBe('following x');
    await world.advance(2000);
    expect(contention.status().kind).toBe('leading');
  });

  test('it lasts as long as its holder wrote, not as long as ours would', async () => {
    const world = new VirtualClock(startsAt);
    const store = new MemoryLeaseStore();
    await store.create({ holderIdentity: 'x', leaseDurationSeconds: 40 });
    const { contention } = await aContender(store, world);
    await world.advance(39_999);
    expect(spelled(contention.status())).toBe('following x');
    await world.advance(1);
    expect(contention.status().kind).toBe('leading');
  });

  test('a change of hands is counted, and what else the lease carries is kept', async () => {
    const { world, store, machine } = await aLeader();
    await write(store, {}, 'ours');
    machine.cutOff(Infinity);
    const second = await aContender(store, world, { name: 'b' });
    await world.advance(16_000);
    expect(second.contention.status().kind).toBe('leading');
    expect(store.lease?.metadata.labels?.label).toBe('ours');
    expect(store.lease?.spec).toMatchObject({ holderIdentity: 'b_1', leaseTransitions: 1, acquireTime: at('16.000') });
  });

  test('a label that somebody sets is no sign of life', async () => {
    const { world, store, machine } = await aLeader();
    machine.cutOff(Infinity);
    const second = await aContender(store, world, { name: 'b' });
    for (let seconds = 0; seconds < 18; seconds++) {
      await world.advance(1000);
      if (seconds < 10) await write(store, {}, `${seconds}`);
    }
    expect(second.contention.status().kind).toBe('leading');
  });

  test('a claim whose answer was lost is found out at the next look', async () => {
    const world = new VirtualClock(startsAt);
    const store = new MemoryLeaseStore();
    const first = await aContender(store, world, { fate: { thereMs: 10 } });
    first.suffer({ ends: 'unanswered' });
    await world.advance(20);
    expect(store.lease?.spec.holderIdentity).toBe('a_1');
    expect(first.terms).toEqual([]);
    first.suffer({ ends: 'well' });
    await world.advance(4000);
    expect(first.contention.status().kind).toBe('leading');
    expect(store.lease?.spec.leaseTransitions).toBe(0);
  });

  test('looks are spread by jitter', async () => {
    const { world, store } = await aLeader();
    await write(store, { holderIdentity: 'x' });
    const late = await aContender(store, world, { name: 'b', random: () => 0.5 });
    await world.advance(1000);
    await write(store, { holderIdentity: '' });
    await world.advance(2199);
    expect(spelled(late.contention.status())).toBe('following x');
    await world.advance(1);
    expect(late.contention.status().kind).not.toBe('following x');
  });
});

describe('keeping it', () => {
  test('it is renewed every retry period, and remembers since when we lead', async () => {
    const { world, store } = await aLeader();
    await world.advance(5000);
    expect(store.lease?.spec).toMatchObject({
      acquireTime: at('00.000'),
      renewTime: at('04.000'),
      leaseTransitions: 0,
    });
  });

  test('a claim that took long is renewed at once', async () => {
    const world = new VirtualClock(startsAt);
    const store = new MemoryLeaseStore();
    await aContender(store, world, { fate: { backMs: 4000 } });
    await world.advance(8000); // looked from 0 to 4, claimed from 4 to 8
    expect(store.lease?.spec).toMatchObject({ acquireTime: at('04.000'), renewTime: at('08.000') });
  });

  test('a wall clock that is set back again and again does not stop the renewals from being seen', async () => {
    const { world, store, machine, terms } = await aLeader();
    const second = await aContender(store, world, { name: 'b' });
    machine.setWallClock(-3_600_000);
    for (let renewal = 0; renewal < 30; renewal++) {
      await world.advance(2000);
      machine.setWallClock(-2000);
    }
    expect(spelled(second.contention.status())).toBe('following a_1');
    expect(terms).toHaveLength(1);
    expect(terms[0]?.held()).toBe(true);
  });

  test('somebody else’s write in between is no loss', async () => {
    const { world, store, told } = await aLeader();
    await write(store, {}, 'new');
    await world.advance(30_000);
    expect(told).toEqual(['leading']);
    expect(store.lease?.metadata.labels?.label).toBe('new');
  });

  test('answers lost for a while are no loss', async () => {
    const { world, suffer, told } = await aLeader();
    suffer({ ends: 'unanswered' });
    await world.advance(7000);
    suffer({ ends: 'well' });
    await world.advance(20_000);
    expect(told.filter((each) => !each.startsWith('failed'))).toEqual(['leading']);
  });

  test('a request that hangs is cut off in time for another', async () => {
    const { world, suffer, told } = await aLeader();
    await world.advance(1000);
    suffer({ thereMs: 3_600_000 });
    await world.advance(5000);
    suffer({ thereMs: 0 });
    await world.advance(20_000);
    expect(told).toEqual(['leading', 'failed: claiming the lease: no answer within 5000 ms']);
  });
});

describe('losing it', () => {
  test('work is told to stop a renew deadline after the start, not the end, of the last renewal', async () => {
    const { world, suffer, terms, machine } = await aLeader();
    suffer({ backMs: 3000 });
    await world.advance(5000); // begun at 2, answered at 5
    machine.cutOff(Infinity);
    await world.advance(6999);
    expect(terms[0]?.signal.aborted).toBe(false);
    await world.advance(1);
    expect(terms[0]?.signal.aborted).toBe(true);
    expect(terms[0]?.held()).toBe(false);
  });

  test('so it is for the claim', async () => {
    const world = new VirtualClock(startsAt);
    const first = await aContender(new MemoryLeaseStore(), world, { fate: { backMs: 4000 } });
    await world.advance(8000); // looked from 0 to 4, claimed from 4 to 8
    first.machine.cutOff(Infinity);
    await world.advance(5999);
    expect(first.terms[0]?.signal.aborted).toBe(false);
    await world.advance(1);
    expect(first.terms[0]?.signal.aborted).toBe(true);
  });

  test('after a stall it is known before any timer has fired', async () => {
    const { world, machine, terms, contention } = await aLeader();
    machine.stall(30_000);
    await world.advance(12_000);
    expect(terms[0]?.signal.aborted).toBe(false);
    expect(contention.status().kind).toBe('unknown');
    expect(() => terms[0]?.assertHeld('evicting team/web')).toThrow(
      'evicting team/web: the lease was not renewed in time',
    );
    expect(terms[0]?.signal.aborted).toBe(true);
  });

  test('a renewal that is answered too late does not raise the dead', async () => {
    const { world, machine, terms, told } = await aLeader();
    await world.advance(1999);
    machine.stall(14_000); // the renewal due at 2 goes out at 15.999
    await world.advance(14_001);
    expect(terms[0]?.held()).toBe(false);
    expect(told).toEqual(['leading', 'ended: too-late', 'unknown', 'work ended', 'leading']);
    expect(terms).toHaveLength(2);
  });

  test('who finds another’s name in the lease stops at once and follows', async () => {
    const { world, store, terms, told } = await aLeader();
    await write(store, { holderIdentity: 'x' });
    await world.advance(2000);
    expect(terms[0]?.held()).toBe(false);
    expect(told).toEqual(['leading', 'ended: taken', 'following x', 'work ended']);
  });

  test('a deleted lease is nobody’s until its holder must have found out', async () => {
    const { world, store, terms } = await aLeader();
    const second = await aContender(store, world, { name: 'b' });
    await world.advance(3000); // b saw the renewal of second 2
    store.remove();
    await world.advance(1000);
    expect(terms[0]?.held()).toBe(false);
    await world.advance(12_999);
    expect(store.lease).toBeUndefined();
    await world.advance(2000);
    expect(store.lease?.spec).toMatchObject({ leaseTransitions: 0 });
    expect(spelled(second.contention.status())).not.toBe('none');
  });

  test('it contends again, but never does two works at a time', async () => {
    const world = new VirtualClock(startsAt);
    const stubborn = await aContender(new MemoryLeaseStore(), world, { stubborn: true });
    await world.advance(0);
    stubborn.machine.cutOff(12_000);
    await world.advance(60_000);
    expect(stubborn.told.slice(-2)).toEqual(['ended: too-late', 'unknown']);
    expect(stubborn.terms).toHaveLength(1);
    stubborn.work.finish();
    await world.advance(2000);
    expect(stubborn.terms).toHaveLength(2);
  });
});

test('what was known is unknown after a lease’s time without an answer', async () => {
  const { world, store } = await aLeader();
  const second = await aContender(store, world, { name: 'b' });
  await world.advance(1);
  second.machine.cutOff(Infinity);
  await world.advance(15_000);
  expect(spelled(second.contention.status())).toBe('following a_1');
  await world.advance(2000);
  expect(second.contention.status().kind).toBe('unknown');
});
