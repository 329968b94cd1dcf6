import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import { US } from '#simulation/world/world-core.ts';
import type { Scene } from '../scene.ts';

/** Who does not lead does nothing, and nothing is deleted by us but a clone that is ours. */
export function actsInOffice(scene: Scene): void {
  const { store } = scene.world.core;
  let leads = true;
  scene.onEvent(({ kind, of, by }) => {
    if (kind === 'leader-lost') leads = false;
    else if (kind === 'leader-back') leads = true;
    if (by !== US) return;
    if (!leads) scene.tell('acts in office', `${kind} ${of}, while nobody led`);
    if (kind !== 'pod-ending') return;
    const { labels = {}, ownerReferences = [] } = store.get('Pod', of)?.metadata ?? {};
    if (labels[ourMarks.clone] === undefined || ownerReferences.length > 0)
      scene.tell('acts in office', `${of} was deleted, which is no clone of ours`);
  });
}
