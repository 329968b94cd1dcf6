import type { NodeLoadRule } from '#api/node-load-rule.ts';
import type { PodMigration } from '#api/pod-migration.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { LoadForecast } from '#load/forecast/foreseen-pod.ts';
import type { LoadView } from '#load/load-view.ts';

/** The cluster with its load, at one instant: all that a plan rests on. */
export interface LoadedView {
  readonly cluster: ClusterView;
  /** Kinds of which the cluster holds nothing because they could not be read. */
  readonly unread: ReadonlySet<ClusterKind>;
  readonly load: LoadView;
  /** None where the cluster does not know the kind. */
  readonly rules?: readonly NodeLoadRule[];
  readonly forecast: LoadForecast;
  /** As the API server tells them: wishes about being moved stand in annotations, readiness in conditions. */
  readonly pods: readonly Pod[];
  /** Moves that are under way or that may still matter, whatever began them. */
  readonly migrations: readonly PodMigration[];
  /** The last passes of each node, a bit each, the newest lowest, in which the forecast said that it would be hot. */
  readonly foretold: (nodeName: string) => number;
}
