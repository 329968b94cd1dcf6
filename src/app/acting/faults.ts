import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type ActingFaultCode = 'act/not-installed' | 'act/no-such-migration' | 'act/contended';

export const actingFaults: FaultCatalogue<ActingFaultCode> = {
  'act/not-installed': {
    means: 'The cluster does not know PodMigrations: Plimsoll is not installed there.',
    remedy: 'install it: `plimsoll manifests | kubectl apply --server-side -f -`',
  },
  'act/no-such-migration': {
    means: 'There is no PodMigration of that name in that namespace.',
    remedy: 'see which there are: `kubectl get podmigrations -A`',
  },
  'act/contended': {
    means: 'The PodMigration was written by somebody else each time it was to be written.',
    remedy: 'look at it (`kubectl get podmigration`), and do the same again if it is still wanted',
  },
};

/** Makes the faults of acting by hand. */
export const actingFault: FaultMaker<ActingFaultCode> = faultsOf(actingFaults);
