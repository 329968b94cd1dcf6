import type { WriteOptions } from './call-options.ts';

/** What must be true of the object, or the server refuses with a conflict. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

export interface DeleteOptions extends WriteOptions {
  readonly preconditions?: Preconditions | undefined;
  readonly gracePeriodSeconds?: number | undefined;
  /** What becomes of the objects that this one owns; the kind decides where nothing is said. */
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan' | undefined;
}

/** As the API server takes it; undefined fields are left out by JSON. */
export const wireDeleteOptions = (options: DeleteOptions): object => ({
  apiVersion: 'v1', // of the core group, in an eviction as well
  kind: 'DeleteOptions',
  preconditions: options.preconditions,
  gracePeriodSeconds: options.gracePeriodSeconds,
  propagationPolicy: options.propagation,
  dryRun: options.dryRun === true ? ['All'] : undefined,
});
