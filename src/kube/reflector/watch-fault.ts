import type { WatchStatus } from '#kube/decode/watch-event.ts';
import type { KubeCode } from '#kube/faults.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';

/** What an ERROR event of a watch stands for: the server gave the watch up, on a connection that is well. */
export class WatchFault extends KubeFault {
  override readonly name: string = 'WatchFault';

  constructor({ code, reason, message, details }: WatchStatus, kind: string) {
    const retryAfter = details?.retryAfterSeconds;
    super(codeOf(code, reason), `watching ${kind}: ${message ?? reason ?? `status ${code}`}`, {
      status: code,
      reason,
      retryAfterMs: retryAfter === undefined ? undefined : retryAfter * 1000,
    });
  }
}

function codeOf(code: number | undefined, reason: string | undefined): KubeCode {
  if (code === 410 || reason === 'Expired' || reason === 'Gone') return 'kube/gone';
  if (code === 429) return 'kube/throttled';
  if (code === 504) return 'kube/timeout';
  if (code === 403) return 'kube/forbidden';
  return 'kube/server-error';
}
