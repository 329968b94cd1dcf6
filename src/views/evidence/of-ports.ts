import { portsClash } from '#api/host-ports.ts';
import type { AtNode } from './asked.ts';
import type { Evidence } from './evidence.ts';

/** Each port of the node that the pod wants and another has. */
export function portEvidence({ view, pod, row }: AtNode): readonly Evidence[] {
  return pod.shape.hostPorts.flatMap((wanted) => {
    const holder = view
      .podsOn(row)
      .find(({ shape: { hostPorts } }) => hostPorts.some((taken) => portsClash(taken, wanted)));
    if (holder === undefined) return [];
    const port = `${wanted.port}/${wanted.protocol}`;
    const by = `${holder.namespace}/${holder.name}`;
    return [{ text: `port ${port} is taken by ${by}`, facts: { port, by } }];
  });
}
