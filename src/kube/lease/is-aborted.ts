import { Fault } from '#base/fault.ts';

/** Whether work ended with `error` because the signal told it to. */
export function isAborted(error: unknown, signal: AbortSignal): boolean {
  if (error === signal.reason) return true;
  if (error instanceof Fault) return error.code === 'kube/aborted';
  return error instanceof Error && error.name === 'AbortError';
}
