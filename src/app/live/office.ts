import { Fault } from '#base/fault.ts';
import { untilAborted } from '#controllers/until-aborted.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { Resource } from '#kube/client/resource.ts';
import { named, type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { machineClock } from '#kube/lease/clock.ts';
import { type Contention, contend } from '#kube/lease/contend.ts';
import { kubeLeaseStore, leaseRights } from '#kube/lease/kube-lease-store.ts';
import type { LeaseObserver, Standing } from '#kube/lease/observer.ts';
import { leaseDefaults, type LeaseTimes } from '#kube/lease/options.ts';
import type { Leadership } from '#kube/lease/term.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { Leader } from '#views/status/role-status.ts';
import { liveFault } from './faults.ts';

const namespaces: Resource = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace', namespaced: false };

/** In the namespace of the Leases: to read the namespace itself is a right in it. */
export const officeRights = (role: string): readonly PolicyRule[] => [
  rightOf(namespaces, 'get'),
  ...leaseRights.map((right) => named(right, leaseName(role))),
];

const leaseName = (role: string): string => `plimsoll-${role}`;

/** The Lease of a role: whoever holds it acts. */
export function leaseOf(role: string, namespace: string): Subject & { readonly namespace: string } {
  return { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', namespace, name: leaseName(role) };
}

/** Throws where the API server has no such namespace: leases and Events would have no place to be. */
export async function needNamespace(client: KubeClient, name: string): Promise<void> {
  if ((await client.find(namespaces, { name })) === undefined)
    throw liveFault('serve/no-namespace', `looking for namespace ${name}: there is none of that name`);
}

export interface OfficeParts {
  readonly client: KubeClient;
  readonly journal: Journal;
  readonly lease: Subject & { readonly namespace: string };
  /** Which replica this is. */
  readonly instance: string;
  readonly leaseDurationMs: number;
  /** By which the Lease is dated; how long it is held is no clock's affair. */
  readonly clock: Clock;
}

/** The office of one role, for which replicas contend: held by one at a time. */
export class Office {
  readonly #parts: OfficeParts;
  readonly #contention: Contention;
  #term: Leadership | undefined;
  /** What is cut short then is no fault. */
  #isLeaving: boolean = false;
  /** The code of the fault that looks at the lease end with, once it was told. */
  #failing: string | undefined;

  /** `entered` is called each time the office is ours. */
  constructor(parts: OfficeParts, entered: () => void) {
    this.#parts = parts;
    const store = kubeLeaseStore(parts.client, parts.lease);
    const hold = async (term: Leadership): Promise<void> => {
      this.#term = term;
      entered();
      await untilAborted(term.signal);
      this.#term = undefined;
    };
    const clock = { ...machineClock, now: () => parts.clock.now() };
    const options = { ...leaseDefaults, ...timesOf(parts.leaseDurationMs), name: parts.instance, clock };
    this.#contention = contend(store, hold, { ...options, observer: this.#observer() });
  }

  /** The present term while we may act. Asked right before each act. */
  readonly acting = (): AbortSignal | undefined => (this.#term?.held() === true ? this.#term.signal : undefined);

  get leader(): Leader {
    const standing = this.#contention.status();
    if (standing.kind === 'leading') return { kind: 'self' };
    return standing.kind === 'following' ? { kind: 'other', name: standing.leader } : { kind: 'none' };
  }

  /** Gives the lease back, if we hold it. */
  leave(): Promise<void> {
    this.#isLeaving = true;
    return this.#contention.release();
  }

  #observer(): LeaseObserver {
    return {
      stands: (now, before) => this.#tellStanding(now, before),
      renewed: () => (this.#failing = undefined),
      attemptFailed: (fault) => this.#tellFault(fault),
    };
  }

  #tellStanding(now: Standing, before: Standing): void {
    const { journal, lease, instance } = this.#parts;
    const named = `${lease.namespace}/${lease.name}`;
    if (now.kind === 'leading') {
      journal.record({ kind: 'leading', subject: lease, reasons: [`${instance} holds the lease ${named} and acts.`] });
    } else if (now.kind === 'following') {
      const reasons = [`${now.leader} holds the lease ${named}; this replica measures and stands by.`];
      journal.record({ kind: 'standing-by', subject: lease, reasons });
    } else if (before.kind === 'leading') {
      journal.record({
        kind: 'standing-by',
        subject: lease,
        reasons: [`This replica does not hold ${named} any more.`],
      });
    }
    if (now.kind !== 'unknown') this.#failing = undefined;
  }

  #tellFault(thrown: unknown): void {
    const code = thrown instanceof Fault ? thrown.code : 'unexpected';
    if (this.#isLeaving || code === this.#failing) return;
    this.#failing = code;
    const { journal, lease } = this.#parts;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    journal.record({
      kind: 'lease-failing',
      subject: lease,
      reasons: [`The lease cannot be kept or looked at: ${message}`],
    });
  }
}

/** client-go's proportions: 15, 10 and 2 seconds. */
function timesOf(leaseDurationMs: number): LeaseTimes {
  const { jitter } = leaseDefaults;
  return {
    leaseDurationMs,
    renewDeadlineMs: (leaseDurationMs * 2) / 3,
    retryPeriodMs: (leaseDurationMs * 2) / 15,
    jitter,
  };
}
