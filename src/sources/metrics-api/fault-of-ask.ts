import { Fault } from '#base/fault.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { metricsApiFault, type MetricsApiFaultCode } from './faults.ts';

/**
 * What a refused question means for this API. Whatever concerns the API server itself, such as that it cannot be
 * reached, stays what it is; what is no fault is thrown on.
 */
export function faultOfAsk(thrown: unknown): Fault {
  if (!(thrown instanceof Fault)) throw thrown;
  const code = thrown instanceof KubeFault ? codeOf(thrown) : undefined;
  return code === undefined ? thrown : metricsApiFault(code, thrown.message, { cause: thrown, retry: thrown.retry });
}

/** 503 is what the aggregation layer answers for a server that it cannot reach. */
function codeOf({ code, status }: KubeFault): MetricsApiFaultCode | undefined {
  if (code === 'kube/not-found') return 'metrics/missing';
  if (code === 'kube/forbidden') return 'metrics/forbidden';
  return status === 503 ? 'metrics/unavailable' : undefined;
}
