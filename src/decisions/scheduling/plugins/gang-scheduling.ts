import { type NodeFilter, SKIP } from '../framework.ts';

/** Pods of a scheduling group are placed together, which is not modelled: where the cluster does so, nobody here can say whether a node will do. */
export const gangScheduling: NodeFilter = {
  name: 'GangScheduling',
  reach: 'node',
  prepare({ shape: { spec } }, { dialect }, pen) {
    if (!dialect.placesGroups || spec.schedulingGroup === undefined) return SKIP;
    const unknown = pen.unknown('the pod is placed with its scheduling group, which Plimsoll does not model');
    return {
      kind: 'judge',
      judge({ list, count }, verdicts) {
        for (let at = 0; at < count; at++) verdicts[list[at]!] = unknown;
      },
    };
  },
};
