import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { LoadView } from '#load/load-view.ts';
import type { ControlBoard } from '#ports/control-board.ts';
import type { HistoryStore } from '#ports/history-store.ts';
import type { Journal } from '#ports/journal.ts';
import type { LoadSource } from '#ports/load-source.ts';
import type { RescheduleObserver } from '#ports/reschedule-observer.ts';
import type { ClusterFollower } from '../follow-cluster.ts';
import type { MigrationEdges } from '../migrations/carry-on.ts';
import type { MigrationBook } from '../migrations/migration-book.ts';

/** All that the rescheduler reaches out to. */
export interface ReschedulePorts extends Omit<MigrationEdges, 'store'> {
  /** Every migration there is; somebody else runs it. */
  readonly store: MigrationBook;
  readonly journal: Journal;
  readonly observer: RescheduleObserver;
  readonly control: ControlBoard;
  /** Who is in the cluster; somebody else runs it. */
  readonly cluster: ClusterFollower;
  /** What is measured; somebody else measures it, pods too. */
  readonly load: () => LoadView;
  /** Who remembers what pods used before we came. */
  readonly source: () => LoadSource;
  /** Where what was learnt outlives us; absent where it is not kept. */
  readonly history?: HistoryStore | undefined;
  readonly surgeRight: () => SurgeSubject['right'];
  readonly requests: () => MigrationView['requests'];
  /** The term in which we act; nothing while we stand by, and plan all the same. */
  readonly acting: () => AbortSignal | undefined;
}
