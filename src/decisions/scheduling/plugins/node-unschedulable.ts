import { isTolerated } from '#api/tolerations.ts';
import { type NodeFilter, SKIP } from '../framework.ts';
import { OK } from '../verdict-book.ts';

const cordon = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' } as const;

/** Keeps off cordoned nodes. */
export const nodeUnschedulable: NodeFilter = {
  name: 'NodeUnschedulable',
  reach: 'node',
  prepare({ shape }, view, pen) {
    const tolerations = shape.spec.tolerations ?? [];
    if (isTolerated(cordon, tolerations, view.dialect)) return SKIP;
    const refused = pen.refuse('UnschedulableAndUnresolvable', 'node(s) were unschedulable');
    const { unschedulable } = view.nodes;
    if (!unschedulable.includes(1)) return SKIP;
    return {
      kind: 'judge',
      judge({ list, count }, verdicts) {
        for (let at = 0; at < count; at++) verdicts[list[at]!] = unschedulable[list[at]!] === 1 ? refused : OK;
      },
    };
  },
};
