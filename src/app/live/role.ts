import type { Registry } from 'prom-client';
import type { Profile } from '#decisions/scheduling/profile.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { Check } from '#servers/checks.ts';
import type { RoleStatus } from '#views/status/role-status.ts';
import type { KubeConnection } from '#app/kube-connection.ts';
import type { Office } from './office.ts';
import type { SharedWorld } from './shared-world.ts';

/** What a role is made of. */
export interface RoleParts {
  readonly connection: KubeConnection;
  readonly world: SharedWorld;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly metrics: Registry;
  /** Of the process: what it tells becomes no Event, for another role tells the same. */
  readonly quietJournal: Journal;
  /** Our own, where Leases and the kill switch are. */
  readonly namespace: string;
  /** What the cluster's scheduler goes by. */
  readonly profile: Profile;
  /** What another role of this process measures; absent where none does. */
  readonly measured?: (() => LoadView) | undefined;
  /** Whom Events about the role are attached to. */
  readonly self: Subject;
  /** Contends for the role's office; `entered` is called each time we hold it. */
  readonly takeOffice: (entered: () => void) => Office;
}

/** A role that runs. */
export interface RunningRole {
  readonly readiness: readonly Check[];
  /** What it measures, for the roles beside it. */
  readonly measured?: () => LoadView;
  status(): RoleStatus;
  /** Resolves when nothing of it runs any more: what was begun is finished, or dropped once the time is over. */
  stop(withinMs: number): Promise<void>;
}
