import { isFinished } from '#api/pod-migration.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { DELETION_COST, LOWEST_DELETION_COST } from '#decisions/rescheduling/migration/surge/deletion-cost.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { Scene } from '../scene.ts';

/** At the end no clone and no mark of ours stands about, but those of moves under way. */
export function leavesNothing(scene: Scene): void {
  const { store } = scene.world.core;
  const underWay = new Set(
    [...store.list('PodMigration')].filter((one) => !isFinished(one)).map(({ metadata }) => metadata.uid),
  );
  for (const pod of store.list('Pod')) {
    const { name, labels = {}, annotations = {}, deletionTimestamp } = pod.metadata;
    if (deletionTimestamp !== undefined) continue;
    const clone = labels[ourMarks.clone];
    const retiring = labels[ourMarks.retiring];
    if (clone !== undefined && !underWay.has(clone))
      scene.tell(
        'leaves nothing',
        `${name} is ${controllerOf(pod) === undefined ? 'a clone' : 'marked as a clone'} still`,
      );
    if (retiring !== undefined && !underWay.has(retiring)) scene.tell('leaves nothing', `${name} is to go first still`);
    if (retiring === undefined && annotations[DELETION_COST] === LOWEST_DELETION_COST)
      scene.tell('leaves nothing', `${name} has the lowest deletion cost still`);
  }
}
