import type { PodSpec } from '#api/kubernetes/pod.ts';
import { type NodeFilter, SKIP } from '../framework.ts';
import { OK } from '../verdict-book.ts';

/** What a spec needs of a node's software, by the name a node declares it under. A name we do not know asks nothing. */
const needs: Readonly<Record<string, (spec: PodSpec) => boolean>> = {
  RestartAllContainersOnContainerExits: ({ containers, initContainers = [] }) =>
    [...containers, ...initContainers].some((container) =>
      (container.restartPolicyRules ?? []).some(({ action }) => action === 'RestartAllContainers'),
    ),
  UserNamespacesHostNetworkSupport: ({ hostNetwork, hostUsers }) => hostNetwork === true && hostUsers === false,
  VolumeBindMountOptions: ({ containers, initContainers = [], ephemeralContainers = [] }) =>
    [...containers, ...initContainers, ...ephemeralContainers].some((container) =>
      (container.volumeMounts ?? []).some(({ bindMountOptions = [] }) => bindMountOptions.length > 0),
    ),
};

/** Keeps off nodes that do not declare what the pod needs of them. */
export const nodeDeclaredFeatures: NodeFilter = {
  name: 'NodeDeclaredFeatures',
  reach: 'node',
  prepare({ shape }, view, pen) {
    if (!view.dialect.filtersDeclaredFeatures) return SKIP;
    const needed = Object.keys(needs).filter((feature) => needs[feature]!(shape.spec));
    if (needed.length === 0) return SKIP;
    const refused = pen.refuse('UnschedulableAndUnresolvable', "node(s) didn't match Pod's required features");
    const { featureSets, featureSetOf } = view.nodes;
    const bySet = Int32Array.from(featureSets.lists, (declared) =>
      needed.every((feature) => declared.includes(feature)) ? OK : refused,
    );
    return {
      kind: 'judge',
      judge({ list, count }, verdicts) {
        for (let at = 0; at < count; at++) verdicts[list[at]!] = bySet[featureSetOf[list[at]!]!]!;
      },
    };
  },
};
