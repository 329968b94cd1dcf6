import type { DoctorCheck } from '#app/doctor/check.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import { isRecord } from '#kube/client/parse-answer.ts';
import { recordsIn, text } from '#kube/client/aggregated-discovery.ts';
import type { Resource } from '#kube/client/resource.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { type Finding, ok, problem, warning } from '#views/doctor/finding.ts';

const apiServices: Resource = {
  group: 'apiregistration.k8s.io',
  version: 'v1',
  plural: 'apiservices',
  kind: 'APIService',
  namespaced: false,
};

const VERSIONS = ['v1', 'v1beta1'] as const;

/** Whether metrics.k8s.io is served, by whom, and whether that one can be reached. */
export const metricsApi: DoctorCheck = {
  section: 'metrics.k8s.io',
  async examine({ client, config, signal }) {
    const hasPrometheus = config.sources.prometheus.url !== undefined;
    try {
      const found = await registered(client, signal);
      return [found === undefined ? missing(hasPrometheus) : judge(found, hasPrometheus)];
    } catch (thrown) {
      // whether it answers is told with the signals
      if (thrown instanceof KubeFault && thrown.code === 'kube/forbidden') return [hidden];
      throw thrown;
    }
  },
};

const hidden: Finding = ok('we may not see how it is registered (get apiservices), and need not');

async function registered(client: KubeClient, signal: AbortSignal): Promise<KubeObject | undefined> {
  for (const version of VERSIONS) {
    const found = await client.find(apiServices, { name: `${version}.metrics.k8s.io` }, { signal });
    if (found !== undefined) return found;
  }
  return undefined;
}

function missing(hasPrometheus: boolean): Finding {
  const says = 'it is not registered: nothing measures for kubectl top';
  if (hasPrometheus) return ok(`${says}; Prometheus does for us`);
  return warning(says, 'install metrics-server, or name a Prometheus (PROMETHEUS_URL=http://…)');
}

function judge(apiService: KubeObject, hasPrometheus: boolean): Finding {
  const { spec, status } = apiService;
  const service = isRecord(spec) && isRecord(spec['service']) ? spec['service'] : {};
  const whose = `service ${text(service['namespace'])}/${text(service['name'])}`;
  const available = recordsIn(status, 'conditions').find(({ type }) => type === 'Available');
  if (available?.['status'] === 'True') return ok(`${apiService.metadata?.name ?? ''} is served by ${whose}`);
  const why = text(available?.['message']) || 'nobody says why';
  const remedy = `see whether ${whose} has pods that are ready, and their log: kubectl -n ${text(service['namespace'])} get pods`;
  const says = `it is registered, and the API server cannot reach ${whose}: ${why}`;
  return (hasPrometheus ? warning : problem)(says, remedy);
}
