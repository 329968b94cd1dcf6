import { expect } from 'vitest';
import type { PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { Evictor } from '#ports/evictor.ts';

/** A cluster with pods in each of the standings that an eviction can meet. */
export interface EvictorUnderTest {
  readonly evictor: Evictor;
  /** A ready pod of a workload of three; `held` pods cannot be spared, `free` ones can. */
  readonly pod: (standing: 'free' | 'held' | 'under two budgets') => Promise<PodKey>;
  /** Whether it is there, and not on its way out. */
  readonly isSafe: (pod: PodKey) => Promise<boolean>;
  /** How many evictions its budget would allow now. */
  readonly allowance: (pod: PodKey) => Promise<number>;
}

/** What every evictor promises. */
export const evictorContract: Readonly<Record<string, (subject: EvictorUnderTest) => Promise<void>>> = {
  'a rehearsal passes where the eviction would, and changes nothing': async ({ evictor, pod, isSafe, allowance }) => {
    const free = await pod('free');
    const before = await allowance(free);
    expect(await evictor.rehearse(free)).toEqual({ kind: 'done' });
    expect([await isSafe(free), await allowance(free)]).toEqual([true, before]);
  },

  'trap 43: evicted once, a second time is moot': async ({ evictor, pod, isSafe }) => {
    const free = await pod('free');
    expect(await evictor.evict(free)).toEqual({ kind: 'done' });
    expect(await isSafe(free)).toBe(false);
    expect(await evictor.evict(free)).toMatchObject({ kind: 'moot' });
  },

  'B-05, trap 41: a spent budget holds it, rehearsed or not, and the pod stays': async ({ evictor, pod, isSafe }) => {
    const held = await pod('held');
    expect(await evictor.rehearse(held)).toMatchObject({ kind: 'held', message: expect.stringMatching(/budget/) });
    expect(await evictor.evict(held)).toMatchObject({ kind: 'held', message: expect.stringMatching(/budget/) });
    expect(await isSafe(held)).toBe(true);
  },

  'B-06, trap 42: two budgets are refused for good, and both are named': async ({ evictor, pod, isSafe }) => {
    const double = await pod('under two budgets');
    for (const outcome of [await evictor.rehearse(double), await evictor.evict(double)]) {
      expect(outcome).toMatchObject({ kind: 'refused', reason: 'TwoBudgets' });
      expect('message' in outcome ? outcome.message : '').toMatch(/ and .*web/);
    }
    expect(await isSafe(double)).toBe(true);
  },

  'trap 43: another pod of that name is not touched, and costs no budget': async ({
    evictor,
    pod,
    isSafe,
    allowance,
  }) => {
    const free = await pod('free');
    const before = await allowance(free);
    const former = { ...free, uid: '00000000-0000-0000-0000-000000000000' };
    expect(await evictor.rehearse(former)).toEqual({ kind: 'moot', why: 'gone' });
    expect(await evictor.evict(former)).toEqual({ kind: 'moot', why: 'gone' });
    expect([await isSafe(free), await allowance(free)]).toEqual([true, before]);
  },

  'a pod that never was is gone': async ({ evictor, pod }) => {
    const never = { ...(await pod('free')), name: 'never-was' };
    expect(await evictor.evict(never)).toEqual({ kind: 'moot', why: 'gone' });
  },
};
