import type { Dialect } from '#api/dialect.ts';
import type { FilterPlugin, ScorePlugin } from './framework.ts';
import { dynamicResources } from './plugins/dynamic-resources.ts';
import { gangScheduling } from './plugins/gang-scheduling.ts';
import { imageLocality } from './plugins/image-locality.ts';
import { interPodAffinity, interPodAffinityScore } from './plugins/inter-pod-affinity.ts';
import type { LoadSight } from './loads/load-sight.ts';
import { loadRisk } from './plugins/load-risk.ts';
import { nodeAffinity, nodeAffinityScore } from './plugins/node-affinity.ts';
import { nodeDeclaredFeatures } from './plugins/node-declared-features.ts';
import { nodeName } from './plugins/node-name.ts';
import { nodePorts } from './plugins/node-ports.ts';
import { nodeResourcesBalancedAllocation } from './plugins/node-resources-balanced-allocation.ts';
import { nodeResourcesFit } from './plugins/node-resources-fit.ts';
import { nodeResourcesFitScore } from './plugins/node-resources-fit-score.ts';
import { nodeUnschedulable } from './plugins/node-unschedulable.ts';
import { nodeVolumeLimits } from './plugins/node-volume-limits.ts';
import { podTopologySpread } from './plugins/pod-topology-spread.ts';
import { podTopologySpreadScore } from './plugins/pod-topology-spread-score.ts';
import { taintToleration, taintTolerationScore } from './plugins/taint-toleration.ts';
import { type ProfileOptions, profileDefaults } from './profile-options.ts';
import { volumeBinding, volumeBindingScore } from './plugins/volume-binding.ts';
import { volumeRestrictions } from './plugins/volume-restrictions.ts';
import { volumeZone } from './plugins/volume-zone.ts';

export interface WeightedScore {
  readonly plugin: ScorePlugin;
  readonly weight: number;
}

/** Which plugins are asked, in this order, and how much each score weighs. One and the same object keeps what it has worked out. */
export interface Profile {
  readonly filters: readonly FilterPlugin[];
  readonly scores: readonly WeightedScore[];
}

/** Kept low enough that taints, affinity and spread together come before it, high enough to come before free requests. */
export const LOAD_WEIGHT = 3;

/** The default profile, and a score by load: it filters as the default does. A new one for every reading of load. */
export function loadAwareProfile(dialect: Dialect, sight: LoadSight, set: Partial<ProfileOptions> = {}): Profile {
  const profile = defaultProfile(dialect, set);
  return { ...profile, scores: [...profile.scores, { plugin: loadRisk(sight), weight: LOAD_WEIGHT }] };
}

/** kube-scheduler's default profile, at a minor version and with what an administrator set. */
export function defaultProfile(dialect: Dialect, set: Partial<ProfileOptions> = {}): Profile {
  const options: ProfileOptions = { ...profileDefaults, ...set };
  return {
    filters: [
      gangScheduling,
      ...(dialect.nameFirst ? [nodeName, nodeUnschedulable] : [nodeUnschedulable, nodeName]),
      taintToleration,
      nodeAffinity(options),
      nodePorts,
      nodeResourcesFit(options),
      volumeRestrictions,
      nodeVolumeLimits,
      volumeBinding,
      volumeZone,
      podTopologySpread(options),
      interPodAffinity,
      dynamicResources,
      nodeDeclaredFeatures,
    ],
    scores: [
      { plugin: taintTolerationScore, weight: 3 },
      { plugin: nodeAffinityScore(options), weight: 2 },
      { plugin: nodeResourcesFitScore(options), weight: 1 },
      { plugin: volumeBindingScore, weight: 1 },
      { plugin: podTopologySpreadScore(options), weight: 2 },
      { plugin: interPodAffinityScore(options), weight: 2 },
      { plugin: nodeResourcesBalancedAllocation, weight: 1 },
      { plugin: imageLocality, weight: 1 },
    ],
  };
}
