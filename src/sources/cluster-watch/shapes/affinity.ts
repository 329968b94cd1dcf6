import type {
  Affinity,
  NodeAffinity,
  PodAffinity,
  PodAffinityTerm,
  TopologySpreadConstraint,
  WeightedPodAffinityTerm,
} from '#api/kubernetes/affinity.ts';
import type { NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { listOf, number, objectOf, shared, text, textAs } from '#kube/decode/shapes.ts';
import { labelSelector, nodeSelector, nodeSelectorTerm } from './selectors.ts';

const preference = objectOf<{ readonly weight: number; readonly preference: NodeSelectorTerm }>({
  weight: number,
  preference: nodeSelectorTerm,
});

const nodeAffinity = objectOf<NodeAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
  preferredDuringSchedulingIgnoredDuringExecution: listOf(preference),
});

const term = objectOf<PodAffinityTerm>({
  labelSelector,
  namespaces: listOf(text),
  namespaceSelector: labelSelector,
  topologyKey: text,
  matchLabelKeys: listOf(text),
  mismatchLabelKeys: listOf(text),
});

const podAffinity = objectOf<PodAffinity>({
  requiredDuringSchedulingIgnoredDuringExecution: listOf(term),
  preferredDuringSchedulingIgnoredDuringExecution: listOf(
    objectOf<WeightedPodAffinityTerm>({ weight: number, podAffinityTerm: term }),
  ),
});

export const affinity: Shape<Affinity> = shared(
  objectOf<Affinity>({ nodeAffinity, podAffinity, podAntiAffinity: podAffinity }),
);

export const spreadConstraints: Shape<readonly TopologySpreadConstraint[]> = shared(
  listOf(
    objectOf<TopologySpreadConstraint>({
      maxSkew: number,
      topologyKey: text,
      whenUnsatisfiable: textAs<TopologySpreadConstraint['whenUnsatisfiable']>(),
      labelSelector,
      minDomains: number,
      nodeAffinityPolicy: textAs<'Honor' | 'Ignore'>(),
      nodeTaintsPolicy: textAs<'Honor' | 'Ignore'>(),
      matchLabelKeys: listOf(text),
    }),
  ),
);
