import type { Dialect } from './dialect.ts';
import type { NaivePlugin } from './plugin.ts';
import { dynamicResources } from './plugins/dynamic-resources.ts';
import { imageLocality } from './plugins/image-locality.ts';
import { interPodAffinity } from './plugins/inter-pod-affinity.ts';
import { nodeAffinity } from './plugins/node-affinity.ts';
import { nodeDeclaredFeatures } from './plugins/node-declared-features.ts';
import { nodeName } from './plugins/node-name.ts';
import { nodePorts } from './plugins/node-ports.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit.ts';
import { nodeUnschedulable } from './plugins/node-unschedulable.ts';
import { nodeVolumeLimits } from './plugins/node-volume-limits.ts';
import { podTopologySpread } from './plugins/pod-topology-spread.ts';
import { taintToleration } from './plugins/taint-toleration.ts';
import { volumeBinding } from './plugins/volume-binding.ts';
import { volumeRestrictions } from './plugins/volume-restrictions.ts';
import { volumeZone } from './plugins/volume-zone.ts';

const afterTheFirstTwo: readonly NaivePlugin[] = [
  taintToleration,
  nodeAffinity,
  nodePorts,
  nodeResourcesFit,
  volumeRestrictions,
  nodeVolumeLimits,
  volumeBinding,
  volumeZone,
  podTopologySpread,
  interPodAffinity,
  dynamicResources,
  nodeResourcesBalancedAllocation,
  imageLocality,
  nodeDeclaredFeatures,
];

/** The plugins of the default profile, in the order in which they are asked. */
export function defaultProfile(dialect: Dialect): readonly NaivePlugin[] {
  const firstTwo = dialect.nodeNameFirst ? [nodeName, nodeUnschedulable] : [nodeUnschedulable, nodeName];
  return [...firstTwo, ...afterTheFirstTwo];
}

/** What a plugin's score is multiplied by; 1 where it is not named. */
export const weights: Readonly<Record<string, number>> = {
  TaintToleration: 3,
  NodeAffinity: 2,
  PodTopologySpread: 2,
  InterPodAffinity: 2,
  DynamicResources: 2,
};
