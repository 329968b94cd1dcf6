import type { Fault } from '#base/fault.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** What it means for a whole kind that it could not be listed: it is not there, we may not, or it went wrong this time. */
export function unreadableFor(fault: Fault): 'not-served' | 'forbidden' | undefined {
  if (!(fault instanceof KubeFault)) return undefined;
  if (fault.code === 'kube/not-found') return 'not-served';
  return fault.code === 'kube/forbidden' ? 'forbidden' : undefined;
}
