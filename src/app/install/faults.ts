import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type InstallFaultCode = 'install/secret';

export const installFaults: FaultCatalogue<InstallFaultCode> = {
  'install/secret': {
    means: 'An option that may hold a secret was to be written into a ConfigMap, which many may read.',
    remedy:
      'leave it out; give the option that names a file (such as sources.prometheus.basic.passwordFile), and mount a Secret there',
  },
};

/** Makes the faults of installing and uninstalling. */
export const installFault: FaultMaker<InstallFaultCode> = faultsOf(installFaults);
