import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type LiveFaultCode = 'serve/no-namespace' | 'serve/role-to-come';

export const liveFaults: FaultCatalogue<LiveFaultCode> = {
  'serve/no-namespace': {
    means: 'The namespace in which replicas agree who acts does not exist.',
    remedy: 'create it (`kubectl create namespace plimsoll-system`), or name another with --lease-namespace',
  },
  'serve/role-to-come': {
    means: 'This release does not have that role yet.',
    remedy: 'run the roles that it has; the README says what works today',
  },
};

/** Makes the faults of running roles. */
export const liveFault: FaultMaker<LiveFaultCode> = faultsOf(liveFaults);
