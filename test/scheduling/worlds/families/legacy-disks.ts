import type { Volume } from '#api/kubernetes/volume.ts';
import type { Family, Writable } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';

/** Disks named in the pod itself, of which some are used by one pod at a time. */
export const legacyDisks: Family = {
  name: 'legacy-disks',
  add(draft, draw) {
    for (const pod of podsAndProbes(draft)) {
      const disks = draw.many(draw.chance(0.6) ? draw.whole(1, 2) : 0, (index) => disk(`disk${index}`, draw));
      if (disks.length > 0) pod.spec.volumes = [...(pod.spec.volumes ?? []), ...disks];
    }
  },
};

function disk(name: string, draw: Draw): Writable<Volume> {
  const which = draw.pick(['one', 'two']);
  const readOnly = draw.chance(0.4) ? { readOnly: true } : {};
  return draw.pick<Writable<Volume>>([
    { name, gcePersistentDisk: { pdName: which, ...readOnly } },
    { name, awsElasticBlockStore: { volumeID: which, ...readOnly } },
    { name, iscsi: { iqn: `iqn.2026-01.example:${which}`, ...readOnly } },
    { name, rbd: { monitors: draw.pick([['m1'], ['m2'], ['m1', 'm2']]), image: which, pool: 'rbd', ...readOnly } },
    { name, emptyDir: {} },
  ]);
}
