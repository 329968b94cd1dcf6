import { type NodeFilter, SKIP } from '../framework.ts';

/** Device claims are not modelled: where a pod has some, nobody here can say whether a node will do. */
export const dynamicResources: NodeFilter = {
  name: 'DynamicResources',
  reach: 'node',
  prepare({ shape: { spec } }, _view, pen) {
    if ((spec.resourceClaims ?? []).length === 0) return SKIP;
    const unknown = pen.unknown('the pod claims devices, which Plimsoll does not model');
    return {
      kind: 'judge',
      judge({ list, count }, verdicts) {
        for (let at = 0; at < count; at++) verdicts[list[at]!] = unknown;
      },
    };
  },
};
