import type { ClusterKind, ClusterObjects } from '#cluster/cluster-event.ts';
import type { LoadReading, PastStep } from '#ports/load-source.ts';
import type { HeardKind, HeardLook, SessionLine } from '#ports/recording.ts';
import { kindNames } from '#sources/cluster-watch/kinds.ts';

export type HeardObjects = { readonly [Kind in ClusterKind]?: readonly ClusterObjects[Kind][] };

export interface HeardSketch {
  readonly at: number;
  readonly objects?: HeardObjects;
  readonly forbidden?: readonly ClusterKind[];
  readonly migrations?: HeardLook['migrations'];
  readonly surgeRight?: HeardLook['surgeRight'];
  readonly past?: readonly PastStep[];
  readonly reading?: Partial<LoadReading>;
}

const nothingRead: LoadReading = {
  signals: [],
  pods: { kind: 'not-asked' },
  problems: [],
  warnings: [],
  isDegraded: false,
};

/** What a look was told; of what is not said, nothing. */
export function aHeardLook({ at, objects = {}, forbidden = [], ...sketch }: HeardSketch): HeardLook {
  const heard = kindNames.map((kind): [ClusterKind, HeardKind<object>] =>
    forbidden.includes(kind)
      ? [kind, { kind: 'forbidden', fault: { message: `listing ${kind}: forbidden` } }]
      : [kind, { kind: 'listed', items: objects[kind] ?? [] }],
  );
  return {
    begunAt: at,
    readAt: at + 7,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each kind has objects of its own
    objects: Object.fromEntries(heard) as HeardLook['objects'],
    migrations: sketch.migrations ?? { items: [], remarks: [] },
    surgeRight: sketch.surgeRight ?? 'held',
    past: sketch.past ?? [],
    reading: { ...nothingRead, ...sketch.reading },
  };
}

export const aSession = (at: number, uid = 'cluster-a'): SessionLine => ({
  kind: 'plimsoll-recording',
  version: 1,
  at,
  program: 'plimsoll 0.0.0',
  cluster: { uid, version: { major: 1, minor: 37, full: 'v1.37.1' } },
});
