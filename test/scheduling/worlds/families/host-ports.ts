import type { ContainerPort } from '#api/kubernetes/container.ts';
import type { DraftPod, Family, Writable } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';

const addresses = [undefined, '', '0.0.0.0', '127.0.0.1', '10.0.0.1', '::'];

/** Ports that a pod wants of its node, also through a sidecar. */
export const hostPorts: Family = {
  name: 'host-ports',
  add(draft, draw) {
    for (const pod of podsAndProbes(draft)) {
      if (draw.chance(0.6)) wantPorts(pod, draw);
    }
  },
};

function wantPorts(pod: DraftPod, draw: Draw): void {
  pod.spec.containers[0]!.ports = draw.many(draw.whole(1, 2), () => port(draw));
  if (draw.chance(0.3)) {
    const restarts = draw.chance(0.8) ? { restartPolicy: 'Always' } : {};
    pod.spec.initContainers = [
      ...(pod.spec.initContainers ?? []),
      { name: 'proxy', resources: {}, ports: [port(draw)], ...restarts },
    ];
  }
}

function port(draw: Draw): Writable<ContainerPort> {
  const hostIP = draw.pick(addresses);
  const hostPort = draw.pick([80, 443, 80, 443, 0, undefined]);
  return {
    containerPort: 8080,
    protocol: draw.pick(['TCP', 'TCP', 'UDP'] as const),
    ...(hostPort === undefined ? {} : { hostPort }),
    ...(hostIP === undefined ? {} : { hostIP }),
  };
}
