import { isSidecar } from './effective-requests.ts';
import type { Pod } from './kubernetes/pod.ts';

/** A port of the node itself that a pod takes. `0.0.0.0` is every address; `::` is an address like any other. */
export interface HostPort {
  readonly ip: string;
  readonly protocol: string;
  readonly port: number;
}

/** The ports of the node a pod takes: of its containers and its sidecars. */
export function hostPortsOf(pod: Pod): readonly HostPort[] {
  const { containers, initContainers } = pod.spec;
  const running = initContainers === undefined ? containers : [...containers, ...initContainers.filter(isSidecar)];
  return running.flatMap(({ ports = [] }) =>
    ports
      .filter(({ hostPort = 0 }) => hostPort > 0)
      .map(({ hostPort = 0, hostIP = '', protocol = 'TCP' }) => ({
        ip: hostIP === '' ? '0.0.0.0' : hostIP,
        protocol,
        port: hostPort,
      })),
  );
}

/** Whether two pods cannot both have the port: same protocol and number, on one address or with either on every one. */
export function portsClash(a: HostPort, b: HostPort): boolean {
  if (a.port !== b.port || a.protocol !== b.protocol) return false;
  return a.ip === b.ip || a.ip === '0.0.0.0' || b.ip === '0.0.0.0';
}
