import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type MetricsApiFaultCode =
  | 'metrics/forbidden'
  | 'metrics/missing'
  | 'metrics/no-metrics'
  | 'metrics/not-measured'
  | 'metrics/unavailable'
  | 'metrics/unknown-version';

export const metricsApiFaults: FaultCatalogue<MetricsApiFaultCode> = {
  'metrics/forbidden': {
    means: 'We are not allowed to list what metrics.k8s.io measures.',
    remedy: 'grant the verb list on nodes and pods of the API group metrics.k8s.io',
  },
  'metrics/missing': {
    means: 'The cluster does not serve metrics.k8s.io: nothing that measures is installed.',
    remedy: 'install metrics-server, or give the URL of a Prometheus',
  },
  'metrics/no-metrics': {
    means: 'A list of metrics.k8s.io names nobody: what measures has just started, or reaches no kubelet.',
    remedy: 'wait a minute after its start; else read its log: kubectl -n kube-system logs deploy/metrics-server',
  },
  'metrics/not-measured': {
    means: 'Something is to be read from metrics.k8s.io that it does not measure: it knows cpu and memory.',
    remedy: 'have Prometheus asked for it',
  },
  'metrics/unavailable': {
    means: 'The API server cannot reach what serves metrics.k8s.io.',
    remedy: 'see what `kubectl get apiservices | grep metrics.k8s.io` says, and whether metrics-server runs',
  },
  'metrics/unknown-version': {
    means: 'The cluster serves metrics.k8s.io in none of the versions that we read.',
    remedy: 'install a metrics-server that serves v1 or v1beta1',
  },
};

/** Makes the faults of reading metrics.k8s.io. */
export const metricsApiFault: FaultMaker<MetricsApiFaultCode> = faultsOf(metricsApiFaults);
