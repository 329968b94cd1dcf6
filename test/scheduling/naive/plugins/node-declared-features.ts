import type { Container } from '#api/kubernetes/container.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { type NaivePlugin, skip, unresolvable } from '../plugin.ts';

/** What a pod needs a node to have declared, by the node's word for it. */
const needs: Readonly<Record<string, (pod: Pod) => boolean>> = {
  RestartAllContainersOnContainerExits: ({ spec }) =>
    [...spec.containers, ...(spec.initContainers ?? [])].some((container) =>
      container.restartPolicyRules?.some((rule) => rule.action === 'RestartAllContainers'),
    ),
  UserNamespacesHostNetworkSupport: ({ spec }) => spec.hostNetwork === true && spec.hostUsers === false,
  VolumeBindMountOptions: ({ spec }) =>
    [...spec.containers, ...(spec.initContainers ?? []), ...(spec.ephemeralContainers ?? [])].some(bindsWithOptions),
};

function bindsWithOptions(container: Container): boolean {
  return (container.volumeMounts ?? []).some((mount) => (mount.bindMountOptions ?? []).length > 0);
}

/** A pod that uses what not every kubelet can goes where the kubelet says it can. */
export const nodeDeclaredFeatures: NaivePlugin = {
  name: 'NodeDeclaredFeatures',
  planFilter: ({ pod, dialect }) => {
    const needed = Object.keys(needs).filter((feature) => needs[feature]!(pod));
    if (!dialect.declaredFeatures || needed.length === 0) return skip;
    return {
      kind: 'judges',
      judge: (node) =>
        needed.every((feature) => node.status?.declaredFeatures?.includes(feature))
          ? undefined
          : unresolvable("node(s) didn't match Pod's required features"),
    };
  },
};
