import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** What every projection must keep, for objects to be told apart. */
export interface Identifiable {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
}

/** Which object: a name may be given again, a uid never is. */
export interface Identity {
  /** Empty for objects of the whole cluster. */
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
}

/** An identity at one version of its object. Versions are opaque: equal or not, never more or less. */
export interface Versioned extends Identity {
  readonly version: string;
}

/** Who an object is. Throws `kube/malformed` where it does not say. */
export function versionedOf({ metadata = {} }: Identifiable, kind: string): Versioned {
  const { namespace = '', name, uid, resourceVersion: version } = metadata;
  if (name === undefined || uid === undefined || version === undefined) {
    throw new KubeFault('kube/malformed', `reading ${kind}: an object without name, uid or resourceVersion`);
  }
  return { namespace, name, uid, version };
}
