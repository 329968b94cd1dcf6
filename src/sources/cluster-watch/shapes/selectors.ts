import type {
  LabelSelector,
  LabelSelectorRequirement,
  NodeSelector,
  NodeSelectorRequirement,
  NodeSelectorTerm,
} from '#api/kubernetes/selectors.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { listOf, objectOf, shared, text, textAs, textMap } from '#kube/decode/shapes.ts';

const requirement = objectOf<LabelSelectorRequirement>({
  key: text,
  operator: textAs<LabelSelectorRequirement['operator']>(),
  values: listOf(text),
});

export const labelSelector: Shape<LabelSelector> = shared(
  objectOf<LabelSelector>({ matchLabels: textMap, matchExpressions: listOf(requirement) }),
);

const nodeRequirement = objectOf<NodeSelectorRequirement>({
  key: text,
  operator: textAs<NodeSelectorRequirement['operator']>(),
  values: listOf(text),
});

export const nodeSelectorTerm: Shape<NodeSelectorTerm> = objectOf<NodeSelectorTerm>({
  matchExpressions: listOf(nodeRequirement),
  matchFields: listOf(nodeRequirement),
});

export const nodeSelector: Shape<NodeSelector> = objectOf<NodeSelector>({
  nodeSelectorTerms: listOf(nodeSelectorTerm),
});
