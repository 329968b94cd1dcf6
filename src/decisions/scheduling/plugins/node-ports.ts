import { type NodeFilter, SKIP } from '../framework.ts';
import { OK } from '../verdict-book.ts';

/** Keeps off nodes where a host port the pod wants is taken. */
export const nodePorts: NodeFilter = {
  name: 'NodePorts',
  reach: 'node',
  prepare({ shape: { hostPorts } }, view, pen) {
    if (hostPorts.length === 0) return SKIP;
    const refused = pen.refuse('Unschedulable', "node(s) didn't have free ports for the requested pod ports");
    const { portIndex } = view;
    return {
      kind: 'judge',
      judge({ list, count }, verdicts) {
        for (let at = 0; at < count; at++) {
          verdicts[list[at]!] = portIndex.clashes(hostPorts, list[at]!) ? refused : OK;
        }
      },
    };
  },
};
