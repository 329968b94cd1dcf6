import type { Outlook } from '#load/forecast/outlook.ts';

/** A pod to be foreseen. Cores and bytes; a limit is absent where some container has none. */
export interface ForeseenPod {
  readonly uid: string;
  /** Pods of one owner do the same work. */
  readonly owner: string;
  readonly requests: { readonly cpuCores: number; readonly memoryBytes: number };
  /** Milliseconds since the Unix epoch; absent where nobody knows. */
  readonly startedAt?: number | undefined;
  readonly limits: { readonly cpuCores?: number | undefined; readonly memoryBytes?: number | undefined };
}

/** What pods used at one time, in the order of the pods; NaN where it is not known. */
export interface UseAt {
  readonly at: number;
  readonly cpuCores: ArrayLike<number>;
  readonly memoryBytes: ArrayLike<number>;
}

/** What is to be expected of one resource, and whose row is whose in it. */
export interface Foreseen {
  readonly outlook: Outlook;
  readonly rowOf: (uid: string) => number | undefined;
}

export interface LoadForecast {
  readonly cpuCores: Foreseen;
  readonly memoryBytes: Foreseen;
}
