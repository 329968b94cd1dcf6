import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type LookFaultCode = 'look/no-load' | 'look/no-such-object';

export const lookFaults: FaultCatalogue<LookFaultCode> = {
  'look/no-load': {
    means: 'No source of load answered: what nodes and pods use is not known.',
    remedy:
      'name a Prometheus (PROMETHEUS_URL=http://… or --prometheus-url), or install metrics-server; `plimsoll doctor` looks at each source',
  },
  'look/no-such-object': {
    means: 'The cluster has no node or pod of that name.',
    remedy: 'see that name and namespace are right: `kubectl get nodes`, `kubectl get pods -A`',
  },
};

/** Makes the faults of looking at a cluster once. */
export const lookFault: FaultMaker<LookFaultCode> = faultsOf(lookFaults);
