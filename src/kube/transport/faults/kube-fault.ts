import { Fault, type FaultOptions } from '#base/fault.ts';
import { type KubeCode, kubeFaults } from '#kube/faults.ts';

/** One reason among those a Status names: a field that is wrong, or a budget that forbids an eviction. */
export interface StatusCause {
  /** Kubernetes' word for it: `FieldValueInvalid`, `DisruptionBudget`. */
  readonly reason: string;
  readonly message: string;
  /** `spec.template.spec.containers[0].name`; absent where no field is to blame. */
  readonly field?: string;
}

/** Whether the server may have acted on the request: `no` is a promise, `perhaps` must be looked into. */
export type Taken = 'no' | 'perhaps';

export interface KubeFaultOptions extends FaultOptions {
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly causes?: readonly StatusCause[] | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly continueWith?: string | undefined;
  readonly taken?: Taken;
}

/** What came of a request that did not succeed. */
export class KubeFault extends Fault<KubeCode> {
  override readonly name: string = 'KubeFault';
  /** HTTP status; absent where no answer came. */
  readonly status: number | undefined;
  /** Kubernetes' word for it, finer than the status: `AlreadyExists` and `Conflict` are both 409. */
  readonly reason: string | undefined;
  readonly causes: readonly StatusCause[];
  /** How long the server wants to be left alone. */
  readonly retryAfterMs: number | undefined;
  /** On a list that went out of date midway: the token that goes on with what is there now. */
  readonly continueWith: string | undefined;
  readonly taken: Taken;

  constructor(code: KubeCode, message: string, options: KubeFaultOptions = {}) {
    super(code, kubeFaults[code], message, { ...options, retry: options.retry ?? (soon.has(code) ? 'soon' : 'never') });
    this.status = options.status;
    this.reason = options.reason;
    this.causes = options.causes ?? [];
    this.retryAfterMs = options.retryAfterMs;
    this.continueWith = options.continueWith;
    this.taken = options.taken ?? 'perhaps';
  }
}

/** Faults that pass by themselves, or once the object was read again. */
const soon: ReadonlySet<KubeCode> = new Set<KubeCode>([
  'kube/conflict',
  'kube/gone',
  'kube/throttled',
  'kube/server-error',
  'kube/timeout',
  'kube/unreachable',
  'kube/malformed',
]);
