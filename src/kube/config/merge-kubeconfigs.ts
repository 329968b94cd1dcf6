import type { Kubeconfig } from './kubeconfig.ts';
import { emptyKubeconfig } from './kubeconfig.ts';

/** Several files as one: the first to set a value wins, and a named entry is one value, never mixed from two files. */
export function mergeKubeconfigs(configs: readonly Kubeconfig[]): Kubeconfig {
  return configs.reduce(mergeTwo, emptyKubeconfig);
}

function mergeTwo(first: Kubeconfig, second: Kubeconfig): Kubeconfig {
  return {
    currentContext: first.currentContext ?? second.currentContext,
    clusters: new Map([...second.clusters, ...first.clusters]),
    users: new Map([...second.users, ...first.users]),
    contexts: new Map([...second.contexts, ...first.contexts]),
  };
}
