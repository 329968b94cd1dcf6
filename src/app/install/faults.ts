import { type FaultCatalogue, type FaultMaker, faultsOf } from '#base/fault.ts';

export type InstallFaultCode = 'install/secret' | 'install/not-confirmed' | 'install/not-gone';

export const installFaults: FaultCatalogue<InstallFaultCode> = {
  'install/secret': {
    means: 'An option that may hold a secret was to be written into a ConfigMap, which many may read.',
    remedy:
      'leave it out; give the option that names a file (such as sources.prometheus.basic.passwordFile), and mount a Secret there',
  },
  'install/not-confirmed': {
    means: 'Uninstalling was not confirmed: nobody said yes, or nobody could be asked.',
    remedy: 'look at what would be removed (--dry-run), and give --yes',
  },
  'install/not-gone': {
    means: 'Something was deleted and did not go: a finalizer holds it, or whoever finishes deletions does not run.',
    remedy: 'see who holds it (`kubectl get ... -o yaml`, metadata.finalizers), and run the same command again',
  },
};

/** Makes the faults of installing and uninstalling. */
export const installFault: FaultMaker<InstallFaultCode> = faultsOf(installFaults);
