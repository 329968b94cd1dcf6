import type { Node } from '#api/kubernetes/node.ts';
import type { Pod, PodSpec, PodStatus } from '#api/kubernetes/pod.ts';
import type { ObjectMeta, Quantities, StringMap } from '#api/kubernetes/metadata.ts';
import type { Judgement, NodeVerdict } from '../judgement.ts';
import type { World, WorldObjects } from '../world.ts';
import { naiveJudge } from './naive-judge.ts';

/** A pod of one container; what does not matter is left out. */
export function aPod(
  name: string,
  spec: Partial<PodSpec> = {},
  metadata: Partial<ObjectMeta> = {},
  status: PodStatus = {},
): Pod {
  return {
    metadata: { name, namespace: 'default', uid: `pod-${name}`, ...metadata },
    spec: { containers: [{ name: 'main' }], ...spec },
    status,
  };
}

/** A pod that asks for so much. */
export function asking(requests: Quantities, spec: Partial<PodSpec> = {}): Pod {
  return aPod('incoming', { containers: [{ name: 'main', resources: { requests } }], ...spec });
}

/** A node with room for anything a test asks for. */
export function aNode(name: string, labels: StringMap = {}, rest: Partial<Node> = {}): Node {
  return {
    metadata: { name, uid: `node-${name}`, labels: { 'kubernetes.io/hostname': name, ...labels } },
    status: { allocatable: { cpu: '4', memory: '8Gi', pods: '110' } },
    ...rest,
  };
}

/** A node that has so much and no more. */
export function aNodeWith(name: string, allocatable: Quantities): Node {
  return aNode(name, {}, { status: { allocatable } });
}

export function judgeOne(pod: Pod, objects: Partial<WorldObjects>, rest: Partial<World> = {}): Judgement {
  const world = { id: 'small', objects: { nodes: [], pods: [], ...objects }, probes: [pod], ...rest };
  return naiveJudge(world)[0]!;
}

/** `fits`, or who refuses and why, by node; under `all`, what refuses before any node is looked at. */
export function answers(pod: Pod, objects: Partial<WorldObjects>, rest: Partial<World> = {}): Record<string, string> {
  const { nodes, preFilter } = judgeOne(pod, objects, rest);
  if (preFilter !== undefined) return { all: words({ kind: 'rejected', ...preFilter }) };
  return Object.fromEntries(Object.entries(nodes).map(([name, verdict]) => [name, words(verdict)]));
}

const codes = { Unschedulable: 'U', UnschedulableAndUnresolvable: 'UaU', Error: 'Error' } as const;

function words(verdict: NodeVerdict): string {
  if (verdict.kind !== 'rejected') return verdict.kind;
  return `${codes[verdict.code]} ${verdict.reasons.join(' | ')}`;
}

/** The raw and the normalised scores of one plugin, node by node, as text: `4→20 2→60`. */
export function scoresOf(plugin: string, pod: Pod, objects: Partial<WorldObjects>, rest: Partial<World> = {}): string {
  const scores = judgeOne(pod, objects, rest).scores?.[plugin];
  if (scores === undefined) return 'skipped';
  return Object.entries(scores.normalised)
    .map(([node, normalised]) => `${scores.raw![node]}→${normalised}`)
    .join(' ');
}
