import type { Dialect } from '#api/dialect.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import { ClusterWatch } from '#sources/cluster-watch/cluster-watch.ts';
import type { Config } from '#app/config/schema.ts';
import { openLoadSources } from '#app/load-sources.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import { annotationKeys } from '#load/annotations/annotation-text.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal } from '#ports/journal.ts';
import { RosterWatch } from '#sources/kube-watch/roster-watch.ts';
import type { KubeConnection } from '#app/kube-connection.ts';
import { SourcesInForce } from './sources-in-force.ts';

export interface WorldParts {
  readonly config: () => Config;
  readonly connection: KubeConnection;
  readonly clock: Clock;
  readonly journal: Journal;
  /** By whose rules what is placed is read. */
  readonly dialect: Dialect;
  /** Whether what pods use is read too: the roles that move them need it. */
  readonly pods: 'asked' | 'not-asked';
}

/** What the roles of one process share: who is in the cluster is watched once, and the sources of load are opened once. */
export interface SharedWorld {
  readonly roster: RosterWatch;
  readonly sources: SourcesInForce;
  readonly config: () => Config;
  readonly watchObserver: ReflectorObserver;
  /** Everything that decides where pods go; followed from when it is first asked for. */
  readonly cluster: ClusterFollower;
  /** Ends the watches and closes the sources, once no role runs any more. */
  close(): Promise<void>;
}

/** Opens what is shared, and follows the cluster from now on. */
export function sharedWorld({ config, connection, clock, journal, dialect, pods }: WorldParts): SharedWorld {
  const ending = new AbortController();
  const sources = new SourcesInForce(config, (now) => openLoadSources(now, connection.client, clock), pods);
  const { lines } = sources.options();
  // of a signal that is configured later only what we write ourselves is known; others' writes to its key are not seen
  const keys = annotationKeys(lines.signals, lines.prefix);
  const { transport } = connection;
  const watchObserver = told(journal);
  const roster = new RosterWatch({ transport, clock, observer: watchObserver }, keys);
  const following: Promise<void>[] = [roster.run(ending.signal)];
  let cluster: ClusterFollower | undefined;
  return {
    roster,
    sources,
    config,
    watchObserver,
    get cluster() {
      if (cluster !== undefined) return cluster;
      cluster = new ClusterFollower(
        new ClusterWatch({ transport, clock, observer: watchObserver }),
        new ClusterStore(dialect),
      );
      following.push(cluster.run(ending.signal));
      return cluster;
    },
    async close() {
      ending.abort();
      await Promise.all(following);
      await sources.close();
    },
  };
}

function told(journal: Journal): ReflectorObserver {
  return {
    faulted: (kind, { message }, againAfterMs) => {
      const reasons = [`Watching ${kind}: ${message}; again in ${Math.round(againAfterMs)} ms.`];
      journal.record({ kind: 'watch-faulted', reasons });
    },
    sinkFailed: (kind, cause) => {
      const said = cause instanceof Error ? cause.message : String(cause);
      journal.record({ kind: 'watch-faulted', reasons: [`Watching ${kind}: what was told is left out: ${said}`] });
    },
  };
}
