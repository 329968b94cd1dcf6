import { type NaivePlugin, unresolvable } from '../plugin.ts';

/** A pod that names its node goes there alone. */
export const nodeName: NaivePlugin = {
  name: 'NodeName',
  planFilter: ({ pod, dialect }) => {
    const wanted = pod.spec.nodeName ?? '';
    return {
      kind: 'judges',
      ...(wanted !== '' && dialect.nodeNameNarrows && { only: new Set([wanted]) }),
      judge: (node) =>
        wanted === '' || wanted === node.metadata.name
          ? undefined
          : unresolvable("node(s) didn't match the requested node name"),
    };
  },
};
