import type { Config } from '#app/config/schema.ts';
import { planDefaults, type PlanOptions } from '#decisions/rescheduling/plan-options.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';

/** What plans go by, as it is configured: the live ones and the dry runs. Our own namespace is left alone unless it is named. */
export function planOptionsOf({ rescheduling, leadership }: Config, profile: Profile): PlanOptions {
  const { strategy, coverage, budgets, movability } = rescheduling;
  const excludedNamespaces = [...new Set([...movability.excludedNamespaces, leadership.namespace])];
  return {
    ...planDefaults,
    coverage,
    budgets,
    movability: { ...movability, excludedNamespaces },
    relocation: { ...planDefaults.relocation, strategy },
    profile,
  };
}
