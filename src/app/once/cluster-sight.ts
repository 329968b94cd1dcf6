import { openLoadSources } from '#app/load-sources.ts';
import type { Look, Observing } from '#controllers/look-once.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { LoadSource, PastStep } from '#ports/load-source.ts';
import type { HeardLook } from '#ports/recording.ts';
import type { ClusterLists } from './cluster-lists.ts';
import { type KnownCluster, knowCluster, listsOf } from './known-cluster.ts';
import { type KnownMigrations, knownMigrations } from './known-migrations.ts';
import { lookThrough } from './look-at-load.ts';
import { maySurge } from './may-surge.ts';
import type { OpenCluster } from './open-cluster.ts';

/** A cluster with its load, as one look saw them: all that a plan rests on. */
export interface ClusterSight extends ClusterGround {
  readonly lists: ClusterLists;
  readonly look: Look;
}

/** A cluster before its load is looked at. */
export interface ClusterGround {
  readonly known: KnownCluster;
  readonly migrations: KnownMigrations;
  readonly surgeRight: SurgeSubject['right'];
}

export interface SightAsk {
  /** How far back the use of pods is looked at. */
  readonly historyMs: number;
  readonly observeForMs: number;
  readonly observing: Observing;
}

/** Sees a live cluster, and keeps what it was told. */
export async function seeCluster(
  cluster: OpenCluster,
  ask: SightAsk,
): Promise<{ readonly sight: ClusterSight; readonly heard: HeardLook }> {
  const { client, signal } = cluster;
  const [known, migrations, surgeRight] = await Promise.all([
    knowCluster(cluster),
    knownMigrations(cluster),
    maySurge(client, signal),
  ]);
  return seeLoad(cluster, { known, migrations, surgeRight }, ask);
}

/** Sees the load of a cluster that is known. */
export async function seeLoad(
  cluster: OpenCluster,
  ground: ClusterGround,
  ask: SightAsk,
): Promise<{ readonly sight: ClusterSight; readonly heard: HeardLook }> {
  const { known, migrations, surgeRight } = ground;
  const lists = listsOf(known);
  const sources = openLoadSources(cluster.config, cluster.client, cluster.clock);
  const past: PastStep[] = [];
  try {
    const source = heeding(sources.source, past);
    const look = await lookThrough({ ...sources, source }, cluster, { lists, pods: 'asked', ...ask });
    const { begunAt, pass, reading } = look;
    const heard = { begunAt, readAt: pass.at, objects: known.objects, migrations, surgeRight, past, reading };
    return { sight: { ...ground, lists, look }, heard };
  } finally {
    await sources.source.close();
  }
}

/** The same source, whose past is kept. */
function heeding(source: LoadSource, past: PastStep[]): LoadSource {
  return {
    name: source.name,
    signals: source.signals,
    read: (ask) => source.read(ask),
    async past(ask) {
      const steps = await source.past(ask);
      past.push(...steps);
      return steps;
    },
    close: () => source.close(),
  };
}
