import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type ServerFaultCode = 'servers/cannot-listen';

export const serverFaults: FaultCatalogue<ServerFaultCode> = {
  'servers/cannot-listen': {
    means: 'A server could not take the address it was given: it is in use, forbidden, or not one of this machine.',
    remedy: 'choose another host or port, or stop what holds it',
  },
};

/** Makes the faults of servers. */
export const serverFault: FaultMaker<ServerFaultCode> = faultsOf(serverFaults);

/** What a thrown thing says, whatever it is. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
