import type { TopologySpreadConstraint } from '#api/kubernetes/affinity.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { defaultSpreadSelector } from './default-spread-selector.ts';
import { equalities, labelOf, type Selector, selectorOf, selects } from './label-selector.ts';
import { matchesPodsNodeRules } from './node-selector.ts';
import type { Probe } from './plugin.ts';
import { namespaceOf } from './pods.ts';
import { firstUntolerated } from './toleration.ts';

export interface SpreadConstraint {
  readonly key: string;
  readonly maxSkew: number;
  readonly minDomains: number;
  readonly selector: Selector;
  readonly honoursAffinity: boolean;
  readonly honoursTaints: boolean;
}

const systemDefaults: readonly TopologySpreadConstraint[] = [
  { topologyKey: 'kubernetes.io/hostname', maxSkew: 3, whenUnsatisfiable: 'ScheduleAnyway' },
  { topologyKey: 'topology.kubernetes.io/zone', maxSkew: 5, whenUnsatisfiable: 'ScheduleAnyway' },
];

function hasOwn(pod: Pod): boolean {
  return (pod.spec.topologySpreadConstraints ?? []).length > 0;
}

/** Whether a node must have the keys of all constraints to count; only the built-in defaults ask for less. */
export function needsAllKeys({ pod, args }: Probe): boolean {
  return hasOwn(pod) || args.PodTopologySpread?.defaultingType === 'List';
}

/** The pod's constraints of that kind, or the profile's where it has none; undefined where a selector is broken. */
export function constraintsOf(
  probe: Probe,
  kind: TopologySpreadConstraint['whenUnsatisfiable'],
): readonly SpreadConstraint[] | undefined {
  const { pod, args } = probe;
  if (hasOwn(pod)) return parseAll(pod.spec.topologySpreadConstraints!, pod, kind);
  const defaults =
    args.PodTopologySpread?.defaultingType === 'List'
      ? (args.PodTopologySpread.defaultConstraints ?? [])
      : systemDefaults;
  const selector = defaultSpreadSelector(probe);
  if (selector.length === 0) return [];
  return parseAll(defaults, pod, kind, selector);
}

function parseAll(
  constraints: readonly TopologySpreadConstraint[],
  pod: Pod,
  kind: TopologySpreadConstraint['whenUnsatisfiable'],
  selector?: Selector,
): readonly SpreadConstraint[] | undefined {
  const parsed = constraints.filter((one) => one.whenUnsatisfiable === kind).map((one) => parse(one, pod, selector));
  return parsed.some((one) => one === undefined) ? undefined : parsed.map((one) => one!);
}

/** `instead` stands in for what the constraint itself selects. */
function parse(constraint: TopologySpreadConstraint, pod: Pod, instead?: Selector): SpreadConstraint | undefined {
  const selector = selectorOf(constraint.labelSelector);
  if (selector === undefined) return undefined;
  return {
    key: constraint.topologyKey,
    maxSkew: constraint.maxSkew,
    minDomains: constraint.minDomains ?? 1,
    selector: instead ?? narrowed(selector, constraint.matchLabelKeys ?? [], pod),
    honoursAffinity: (constraint.nodeAffinityPolicy ?? 'Honor') === 'Honor',
    honoursTaints: constraint.nodeTaintsPolicy === 'Honor',
  };
}

/** Also equal to the pod in the labels named, as far as it has them. */
function narrowed(selector: Selector, keys: readonly string[], pod: Pod): Selector {
  if (selector === 'nothing') return selector;
  const own = new Map(keys.map((key) => [key, labelOf(pod.metadata.labels, key)]));
  return [...own].flatMap(([key, value]) => (value === undefined ? [] : equalities({ [key]: value }))).concat(selector);
}

export function hasAllKeys(node: Node, constraints: readonly SpreadConstraint[]): boolean {
  return constraints.every(({ key }) => labelOf(node.metadata.labels, key) !== undefined);
}

/** Whether pods on the node count, by the constraint's node inclusion policies. */
export function includes(constraint: SpreadConstraint, node: Node, { pod, dialect }: Probe): boolean {
  if (constraint.honoursAffinity && !matchesPodsNodeRules(pod, node)) return false;
  return !constraint.honoursTaints || firstUntolerated(node, pod.spec.tolerations, dialect) === undefined;
}

/** Pods that end do not count, and a selector for everything counts nobody: both as in kube-scheduler. */
export function countMatching(pods: readonly Pod[], { selector }: SpreadConstraint, pod: Pod): number {
  if (selector.length === 0) return 0;
  return pods.filter(
    (other) =>
      other.metadata.deletionTimestamp === undefined &&
      namespaceOf(other) === namespaceOf(pod) &&
      selects(selector, other.metadata.labels),
  ).length;
}
