import { expect } from 'vitest';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { CloneKey, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { Surger } from '#ports/surger.ts';

/** A ready workload of three with one pod to be moved, and what can be seen of it. */
export interface SurgerUnderTest {
  readonly surger: Surger;
  readonly hot: PodKey;
  readonly clone: CloneKey;
  /** Nodes where the clone may run; the hot pod is on none of them. */
  readonly nodes: readonly string[];
  readonly untilReady: (clone: CloneKey) => Promise<void>;
  /** Names of the pods that are there and not on their way out, the workload's and the clone, sorted. */
  readonly living: () => Promise<readonly string[]>;
  readonly nodeOf: (name: string) => Promise<string>;
  /** Waits until the workload has three pods again, all ready. */
  readonly untilThree: () => Promise<void>;
  readonly deletionCostOf: (pod: PodKey) => Promise<string | undefined>;
  readonly labelsOf: (name: string) => Promise<StringMap>;
}

/** What every surger promises. */
export const surgerContract: Readonly<Record<string, (subject: SurgerUnderTest) => Promise<void>>> = {
  'a clone is made once, on one of the nodes, and removed once; the workload does not notice': async (subject) => {
    const { surger, hot, clone, nodes, living, nodeOf, untilReady } = subject;
    const before = await living();
    for (let time = 0; time < 2; time++) expect(await surger.createClone(clone, hot, nodes)).toEqual({ kind: 'done' });
    await untilReady(clone);
    expect(await living()).toEqual([...before, clone.name].toSorted());
    expect(nodes).toContain(await nodeOf(clone.name));
    expect(await surger.removeClone(clone)).toEqual({ kind: 'done' });
    expect(['done', 'moot']).toContain((await surger.removeClone(clone)).kind);
    expect(await living()).toEqual(before);
  },

  'an adopted clone takes the place of the hot pod, and is nobody’s to remove any more': async (subject) => {
    const { surger, hot, clone, nodes, living, untilReady, untilThree } = subject;
    await surger.createClone(clone, hot, nodes);
    await untilReady(clone);
    expect(await surger.lowerDeletionCost(hot, clone.migration)).toEqual({ kind: 'done' });
    expect(await surger.adoptClone(clone, hot)).toEqual({ kind: 'done' });
    await untilThree();
    const after = await living();
    expect(after).toContain(clone.name);
    expect(after).not.toContain(hot.name);
    expect(await surger.removeClone(clone)).toEqual({ kind: 'moot', why: 'adopted' });
    expect(['done', 'moot']).toContain((await surger.adoptClone(clone, hot)).kind);
    expect(await surger.restoreDeletionCost(hot, '')).toEqual({ kind: 'moot', why: 'gone' });
    expect(await living()).toEqual(after);
  },

  'a clone is not handed over while another pod would go': async ({
    surger,
    hot,
    clone,
    nodes,
    untilReady,
    living,
  }) => {
    await surger.createClone(clone, hot, nodes);
    await untilReady(clone);
    const before = await living();
    expect(await surger.adoptClone(clone, hot)).toMatchObject({ kind: 'held' });
    expect(await living()).toEqual(before);
  },

  'a deletion cost is lowered and put back, however often': async ({ surger, hot, clone, deletionCostOf }) => {
    const before = await deletionCostOf(hot);
    for (let time = 0; time < 2; time++)
      expect(await surger.lowerDeletionCost(hot, clone.migration)).toEqual({ kind: 'done' });
    expect(await deletionCostOf(hot)).toBe('-2147483648');
    for (let time = 0; time < 2; time++)
      expect(await surger.restoreDeletionCost(hot, before ?? '')).toEqual({ kind: 'done' });
    expect(await deletionCostOf(hot)).toBe(before);
  },

  'nothing is done for another pod of that name': async ({ surger, hot, clone, nodes, living, deletionCostOf }) => {
    const former = { ...hot, uid: '00000000-0000-0000-0000-000000000000' };
    const before = await living();
    const gone = { kind: 'moot', why: 'gone' };
    expect(await surger.createClone(clone, former, nodes)).toEqual(gone);
    expect(await surger.lowerDeletionCost(former, clone.migration)).toEqual(gone);
    expect(await surger.adoptClone(clone, former)).toEqual(gone);
    expect([await living(), await deletionCostOf(hot)]).toEqual([before, undefined]);
  },

  'a pod that is not ours is not removed, whatever its name': async ({ surger, hot, clone, living }) => {
    const before = await living();
    expect(await surger.removeClone({ ...clone, name: hot.name })).toEqual({ kind: 'moot', why: 'gone' });
    expect(await living()).toEqual(before);
  },

  'what a migration left behind is swept, what goes on is not': async (subject) => {
    const { surger, hot, clone, nodes, living, deletionCostOf } = subject;
    const before = await living();
    await surger.createClone(clone, hot, nodes);
    await surger.lowerDeletionCost(hot, clone.migration);
    await surger.sweep(new Set([clone.migration]));
    expect(await living()).toEqual([...before, clone.name].toSorted());
    const swept = await surger.sweep(new Set());
    expect(swept.clonesRemoved).toContain(`${clone.namespace}/${clone.name}`);
    expect(swept.costsRestored).toContain(`${hot.namespace}/${hot.name}`);
    expect([await living(), await deletionCostOf(hot)]).toEqual([before, undefined]);
  },

  'a clone that was handed over loses its mark once its migration is no more, and nothing else': async (subject) => {
    const { surger, hot, clone, nodes, living, labelsOf, untilReady, untilThree } = subject;
    await surger.createClone(clone, hot, nodes);
    await untilReady(clone);
    await surger.lowerDeletionCost(hot, clone.migration);
    await surger.adoptClone(clone, hot);
    await untilThree();
    const after = await living();
    const labels = await labelsOf(clone.name);
    expect((await surger.sweep(new Set([clone.migration]))).marksTaken).not.toContain(
      `${clone.namespace}/${clone.name}`,
    );
    expect(await labelsOf(clone.name)).toEqual(labels);
    const swept = await surger.sweep(new Set());
    expect(swept.marksTaken).toContain(`${clone.namespace}/${clone.name}`);
    expect(swept.clonesRemoved).not.toContain(`${clone.namespace}/${clone.name}`);
    const { [ourMarks.clone]: taken, ...others } = labels;
    expect([taken, await labelsOf(clone.name), await living()]).toEqual([clone.migration, others, after]);
  },
};
