import type { Pod } from '#api/kubernetes/pod.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import type { MovabilityOptions } from '#decisions/rescheduling/movability/subject.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import type { MigrationView } from '#decisions/rescheduling/migration/migration-view.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';

/** What the views of all migrations are drawn from, at one instant. */
export interface MigrationSight extends Pick<LoadedView, 'cluster' | 'unread' | 'load' | 'migrations' | 'rules'> {
  /** As the API server tells them; those that ended may be among them. */
  readonly podsIn: (namespace: string) => Iterable<Pod>;
  /** What the scheduler that will place the pods says of nodes. */
  readonly profile: Profile;
  readonly movability: MovabilityOptions;
  /** Moves that may touch a node at once. */
  readonly inFlightPerNode: number;
  readonly surgeRight: SurgeSubject['right'];
  readonly requests: MigrationView['requests'];
}
