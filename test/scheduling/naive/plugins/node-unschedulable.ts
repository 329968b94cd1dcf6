import type { Taint } from '#api/kubernetes/node.ts';
import { type NaivePlugin, unresolvable } from '../plugin.ts';
import { isTolerated } from '../toleration.ts';

const cordon: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** Cordoned nodes take those only that tolerate the taint a cordon stands for. */
export const nodeUnschedulable: NaivePlugin = {
  name: 'NodeUnschedulable',
  planFilter: ({ pod, dialect }) => ({
    kind: 'judges',
    judge: (node) =>
      node.spec?.unschedulable === true && !isTolerated(cordon, pod.spec.tolerations, dialect)
        ? unresolvable('node(s) were unschedulable')
        : undefined,
  }),
};
