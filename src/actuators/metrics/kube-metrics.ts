import { Counter, Histogram, type Registry } from 'prom-client';
import type { Asked } from '#kube/transport/asked.ts';
import type { TransportObserver } from '#kube/transport/observer.ts';

/** Counts what is asked of the API server. */
export function kubeMetrics(registry: Registry): TransportObserver {
  const labelNames = ['verb', 'resource'] as const;
  const took = new Histogram({
    name: 'plimsoll_kube_request_duration_seconds',
    help: 'How long requests to the API server took, each attempt by itself; of a watch, until it was open.',
    labelNames,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const answers = new Counter({
    name: 'plimsoll_kube_requests_total',
    help: 'Requests to the API server by what came of them: a status, or the code of a fault that brought none.',
    labelNames: [...labelNames, 'answer'] as const,
    registers: [registry],
  });
  return {
    answered({ asked, status, code, tookMs }) {
      const labels = labelsOf(asked);
      took.observe(labels, tookMs / 1000);
      answers.inc({ ...labels, answer: String(status ?? code ?? 'unknown') });
    },
  };
}

/** By kind, never by name: there are as many names as objects. */
function labelsOf(asked: Asked): { readonly verb: string; readonly resource: string } {
  if (asked.kind === 'path') return { verb: asked.verb, resource: 'none' };
  const { verb, resource, subresource } = asked;
  return { verb, resource: subresource === undefined ? resource : `${resource}/${subresource}` };
}
