import type { ContainerPort } from '#api/kubernetes/container.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { type NaivePlugin, skip, unschedulable } from '../plugin.ts';
import { podsOn } from '../pods.ts';

const anyAddress = '0.0.0.0';

/** Two pods cannot hold one port of one address of a node. */
export const nodePorts: NaivePlugin = {
  name: 'NodePorts',
  planFilter: ({ pod, objects }) => {
    const wanted = hostPortsOf(pod);
    if (wanted.length === 0) return skip;
    return {
      kind: 'judges',
      judge: (node, nominated) => {
        const used = [...podsOn(objects, node), ...nominated].flatMap(hostPortsOf);
        return wanted.some((port) => used.some((other) => conflict(port, other)))
          ? unschedulable("node(s) didn't have free ports for the requested pod ports")
          : undefined;
      },
    };
  },
};

/** Of containers that run as long as the pod does. */
function hostPortsOf(pod: Pod): readonly ContainerPort[] {
  const sidecars = (pod.spec.initContainers ?? []).filter((container) => container.restartPolicy === 'Always');
  return [...sidecars, ...pod.spec.containers]
    .flatMap((container) => container.ports ?? [])
    .filter((port) => (port.hostPort ?? 0) > 0);
}

function conflict(a: ContainerPort, b: ContainerPort): boolean {
  const [from, to] = [a.hostIP || anyAddress, b.hostIP || anyAddress];
  return (
    a.hostPort === b.hostPort &&
    (a.protocol ?? 'TCP') === (b.protocol ?? 'TCP') &&
    (from === to || from === anyAddress || to === anyAddress)
  );
}
