import type { InstallPlan, Manifest, NetworkPolicyPlan } from './install-plan.ts';
import { metadataOf, OURS } from './names.ts';

interface NetworkPolicy extends Manifest {
  readonly spec: object;
}

/** Behind the Service and before it: clusters differ. */
const API_SERVER_PORTS = [443, 6443];
const DNS = (['UDP', 'TCP'] as const).map((protocol) => ({ protocol, port: 53 }));

/** Lets others ask how we are, and us ask the DNS, the API server and the sources of load; nothing else. */
export function networkPolicy({ namespace, httpPort }: InstallPlan, { egressPorts }: NetworkPolicyPlan): NetworkPolicy {
  const ports = [...new Set([...API_SERVER_PORTS, ...egressPorts])];
  return {
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: metadataOf('plimsoll', namespace),
    spec: {
      podSelector: { matchLabels: { [OURS[0]]: OURS[1] } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ ports: [{ protocol: 'TCP', port: httpPort }] }],
      egress: [{ ports: DNS }, { ports: ports.map((port) => ({ protocol: 'TCP', port })) }],
    },
  };
}
