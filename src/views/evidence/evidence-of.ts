import type { Verdict } from '#decisions/scheduling/verdict.ts';
import { type AtNode, nodeAt } from './asked.ts';
import type { Evidence } from './evidence.ts';
import { nodeAffinityEvidence } from './of-node-affinity.ts';
import { podAffinityEvidence } from './of-pod-affinity.ts';
import { portEvidence } from './of-ports.ts';
import { resourceEvidence } from './of-resources.ts';
import { spreadEvidence } from './of-spread.ts';
import { taintEvidence } from './of-taints.ts';
import { usedClaimEvidence, volumeEvidence, volumeLimitEvidence } from './of-volumes.ts';

/** By the plugin that refuses. Of others the reason says it all. */
const byPlugin: Readonly<Record<string, (at: AtNode) => readonly Evidence[]>> = {
  NodeName: (at) => [named(at)],
  NodeAffinity: nodeAffinityEvidence,
  NodePorts: portEvidence,
  NodeResourcesFit: resourceEvidence,
  TaintToleration: taintEvidence,
  PodTopologySpread: spreadEvidence,
  InterPodAffinity: podAffinityEvidence,
  VolumeBinding: volumeEvidence,
  VolumeZone: volumeEvidence,
  VolumeRestrictions: usedClaimEvidence,
  NodeVolumeLimits: volumeLimitEvidence,
};

/** The numbers and names behind what a node says. Asked of the view in which it said so. */
export function evidenceOf(at: AtNode, verdict: Verdict): readonly Evidence[] {
  return verdict.kind === 'rejected' ? (byPlugin[verdict.plugin]?.(at) ?? []) : [];
}

function named(at: AtNode): Evidence {
  const wanted = at.pod.pod.spec.nodeName ?? '';
  return { text: `wants node ${wanted}`, facts: { wanted, has: nodeAt(at).metadata.name } };
}
