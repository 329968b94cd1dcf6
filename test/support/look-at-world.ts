import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { HeardKind, HeardLook } from '#ports/recording.ts';
import type { World } from '#simulation/world/world.ts';
import { kindNames } from '#sources/cluster-watch/kinds.ts';

/** A step of a world's courses: what a source tells is a mean over it. */
const WINDOW_MS = 300_000;

/** What `plimsoll record` would be told of a simulated cluster now. */
export async function lookAtWorld(world: World): Promise<HeardLook> {
  const { store, clock } = world.core;
  const signals = ['cpu', 'memory', 'load'];
  const reading = await world.loadSource(WINDOW_MS).read({ signals, pods: 'asked' });
  const listed = kindNames.map((kind): [ClusterKind, HeardKind<object>] => {
    const isHeld = kind !== 'CSIStorageCapacity' && kind !== 'VolumeAttachment';
    return [kind, { kind: 'listed', items: isHeld ? [...store.list(kind)] : [] }];
  });
  return {
    begunAt: clock.now(),
    readAt: clock.now(),
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind has objects of its own
    objects: Object.fromEntries(listed) as HeardLook['objects'],
    migrations: { items: [...store.list('PodMigration')], remarks: [] },
    surgeRight: 'held',
    past: [],
    reading,
  };
}
