import type { Config } from '#app/config/schema.ts';
import { openLoadSources } from '#app/load-sources.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import { annotationKeys } from '#load/annotation-text.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal } from '#ports/journal.ts';
import { RosterWatch } from '#sources/kube-watch/roster-watch.ts';
import type { KubeConnection } from './kube-connection.ts';
import { SourcesInForce } from './sources-in-force.ts';

export interface WorldParts {
  readonly config: () => Config;
  readonly connection: KubeConnection;
  readonly clock: Clock;
  readonly journal: Journal;
}

/** What the roles of one process share: who is in the cluster is watched once, and the sources of load are opened once. */
export interface SharedWorld {
  readonly roster: RosterWatch;
  readonly sources: SourcesInForce;
  /** Ends the watches and closes the sources, once no role runs any more. */
  close(): Promise<void>;
}

/** Opens what is shared, and follows the cluster from now on. */
export function sharedWorld({ config, connection, clock, journal }: WorldParts): SharedWorld {
  const ending = new AbortController();
  const sources = new SourcesInForce(config, (now) => openLoadSources(now, connection.client, clock));
  const { lines } = sources.options();
  // of a signal that is configured later only what we write ourselves is known; others' writes to its key are not seen
  const keys = annotationKeys(lines.signals, lines.prefix);
  const roster = new RosterWatch({ transport: connection.transport, clock, observer: told(journal) }, keys);
  const following = roster.run(ending.signal);
  return {
    roster,
    sources,
    async close() {
      ending.abort();
      await following;
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
  };
}
