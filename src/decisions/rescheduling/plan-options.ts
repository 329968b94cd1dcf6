import type { Profile } from '#decisions/scheduling/profile.ts';
import type { SurgeSubject } from './migration/surge/surge-chance.ts';
import { movabilityDefaults, type MovabilityOptions } from './movability/subject.ts';
import { relocationDefaults, type RelocationOptions } from './relocations/relocation-options.ts';

/** How many moves may begin, those in flight counted. */
export interface PlanBudgets {
  readonly inFlightPerOwner: number;
  readonly inFlightPerNode: number;
  readonly perPass: number;
  /** In an hour: so many, or that share of all pods where it is more. */
  readonly perHour: number;
  readonly perHourShare: number;
}

export interface PlanOptions {
  /** Share of ready nodes whose load must be known and fresh; below it nothing moves. */
  readonly coverage: number;
  readonly budgets: PlanBudgets;
  readonly movability: MovabilityOptions;
  readonly relocation: RelocationOptions;
  /** Whether a surge may start pods: then budgets and single replicas hold nothing back that can surge. */
  readonly surgeRight: SurgeSubject['right'];
  /** What the scheduler that will place the pods says of nodes. */
  readonly profile: Profile;
}

/** All but the profile, which depends on the version of the cluster. */
export const planDefaults: Omit<PlanOptions, 'profile'> = {
  coverage: 0.9,
  budgets: { inFlightPerOwner: 1, inFlightPerNode: 2, perPass: 5, perHour: 5, perHourShare: 0.01 },
  movability: movabilityDefaults,
  surgeRight: 'missing',
  relocation: relocationDefaults,
};
