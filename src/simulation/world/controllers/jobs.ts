import { controllerOf } from '#api/pod-standing.ts';
import { type Change, isActive } from '#simulation/world/objects/object-store.ts';
import { type Job, keyOf } from '#simulation/world/objects/objects.ts';
import { deletePod } from '#simulation/world/pod-writes.ts';
import { createPod } from './work-of-owner.ts';
import { WorkQueue } from './work-queue.ts';
import type { WorldCore } from '#simulation/world/world-core.ts';

/** Runs pods until so many have succeeded, or more have failed than may; an evicted pod is made again, and counts as neither. */
export class Jobs {
  readonly #core: WorldCore;
  readonly #queue: WorkQueue;

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.controllerMs, (key) => this.#sync(key));
    core.store.listen((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    if (change.kind === 'Job') {
      if (change.after === undefined) {
        for (const pod of this.#core.store.podsOwnedBy(change.before!.metadata.uid)) deletePod(this.#core, pod);
      } else if (change.before?.spec !== change.after.spec) this.#queue.add(keyOf(change.after.metadata));
    } else if (change.kind === 'Pod') {
      const pod = (change.after ?? change.before)!;
      const owner = controllerOf(pod);
      if (owner?.kind === 'Job') this.#queue.add(`${pod.metadata.namespace}/${owner.name}`);
    }
  }

  #sync(key: string): void {
    const { store } = this.#core;
    const job = store.get('Job', key);
    if (job === undefined || job.status?.ended !== undefined) return;
    const pods = store.podsOwnedBy(job.metadata.uid);
    const succeeded = pods.filter(({ status }) => status?.phase === 'Succeeded').length;
    const failed = pods.filter(({ status }) => status?.phase === 'Failed').length;
    const active = pods.filter(isActive);
    const { completions, parallelism, backoffLimit } = job.spec;
    if (succeeded >= completions) return this.#end(job, { succeeded, failed, ended: 'Complete' });
    if (failed > backoffLimit) {
      for (const pod of active) deletePod(this.#core, pod);
      return this.#end(job, { succeeded, failed, ended: 'Failed' });
    }
    const wanted = Math.min(parallelism, completions - succeeded);
    const owner = { kind: 'Job', metadata: job.metadata };
    for (let missing = wanted - active.length; missing > 0; missing--) createPod(this.#core, owner, job.spec.template);
    this.#write(job, { succeeded, failed });
  }

  /** What has ended is kept as long as it says, and then goes with its pods. */
  #end(job: Job, status: NonNullable<Job['status']>): void {
    this.#write(job, status);
    const { ttlSecondsAfterFinished } = job.spec;
    if (ttlSecondsAfterFinished === undefined) return;
    const { clock, store } = this.#core;
    clock.at(clock.now() + 1000 * ttlSecondsAfterFinished, () => store.remove('Job', keyOf(job.metadata)));
  }

  #write(job: Job, status: NonNullable<Job['status']>): void {
    const { status: known } = job;
    const isSame =
      known?.succeeded === status.succeeded && known.failed === status.failed && known.ended === status.ended;
    if (!isSame) this.#core.store.put('Job', { ...job, status });
  }
}
