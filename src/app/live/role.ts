import type { Registry } from 'prom-client';
import type { Clock } from '#ports/clock.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { Check } from '#servers/checks.ts';
import type { RoleStatus } from '#views/role-status.ts';
import type { KubeConnection } from './kube-connection.ts';
import type { Office } from './office.ts';
import type { SharedWorld } from './shared-world.ts';

/** What a role is made of. */
export interface RoleParts {
  readonly connection: KubeConnection;
  readonly world: SharedWorld;
  readonly clock: Clock;
  readonly journal: Journal;
  readonly metrics: Registry;
  /** Whom Events about the role are attached to. */
  readonly self: Subject;
  /** Contends for the role's office; `entered` is called each time we hold it. */
  readonly takeOffice: (entered: () => void) => Office;
}

/** A role that runs. */
export interface RunningRole {
  readonly readiness: readonly Check[];
  status(): RoleStatus;
  /** Resolves when nothing of it runs any more: what was begun is finished, or dropped once the time is over. */
  stop(withinMs: number): Promise<void>;
}
