import { type Finding, ok, warning } from './finding.ts';

/** What can be seen of a cluster's other software. */
export interface NeighbourFacts {
  /** API groups that are served. */
  readonly groups: readonly string[];
  /** Workloads with their images, as `NAMESPACE/NAME` and image. */
  readonly workloads: readonly { readonly name: string; readonly images: readonly string[] }[];
}

interface Neighbour {
  readonly name: string;
  /** How it is known: an API group of its own, or a word of its images or its workload's name. */
  readonly groups?: readonly string[];
  readonly image?: RegExp;
  /** Absent: it does not get in our way. */
  readonly overlap?: string;
  readonly remedy?: string;
}

const neighbours: readonly Neighbour[] = [
  {
    name: 'descheduler',
    image: /(^|\/)descheduler(:|@|$)/,
    overlap: 'it evicts pods too: both may move the same ones',
    remedy: 'turn off its plugins LowNodeUtilization and HighNodeUtilization; its marks on pods are honoured here',
  },
  {
    name: 'karpenter',
    groups: ['karpenter.sh'],
    overlap: 'it consolidates: it empties nodes that were just relieved',
    remedy:
      'set consolidationPolicy: WhenEmpty on NodePools that are to be kept level; karpenter.sh/do-not-disrupt is honoured here',
  },
  {
    name: 'cluster-autoscaler',
    image: /(^|\/)cluster-autoscaler(-[a-z0-9]+)?(:|@|$)/,
    overlap: 'it removes nodes by requests, and those are where pods are moved to',
    remedy:
      'keep --scale-down-utilization-threshold well below the use at which nodes are level; safe-to-evict is honoured here',
  },
  {
    name: 'vertical-pod-autoscaler',
    groups: ['autoscaling.k8s.io'],
    overlap: 'its updater evicts pods to change their requests',
    remedy: 'set updateMode: InPlaceOrRecreate or Initial where pods are moved by Plimsoll too',
  },
  {
    name: 'koordinator',
    groups: ['slo.koordinator.sh', 'scheduling.koordinator.sh'],
    overlap: 'its koord-descheduler migrates pods by load: two would chase each other',
    remedy: 'turn off its plugin LowNodeLoad, or leave the rescheduler of Plimsoll out',
  },
  {
    name: 'crane',
    groups: ['analysis.crane.io', 'policy.crane.io'],
    overlap: 'its annotator and scheduler place by load as well',
    remedy: 'let one of the two place pods',
  },
  { name: 'keda', groups: ['keda.sh'] },
];

/** Others that move pods or nodes, and where they overlap with us. */
export function judgeNeighbours(facts: NeighbourFacts): readonly Finding[] {
  const found = neighbours.flatMap((neighbour) => {
    const evidence = evidenceOf(neighbour, facts);
    return evidence.length === 0 ? [] : [judgeOne(neighbour, evidence)];
  });
  return found.length > 0 ? found : [ok('nobody else was found that moves pods or removes nodes')];
}

function judgeOne({ name, overlap, remedy }: Neighbour, evidence: readonly string[]): Finding {
  if (overlap === undefined || remedy === undefined)
    return ok(`${name} is here, and does not get in our way`, evidence);
  return warning(`${name} is here: ${overlap}`, remedy, evidence);
}

function evidenceOf({ groups = [], image }: Neighbour, facts: NeighbourFacts): readonly string[] {
  const served = groups.filter((group) => facts.groups.includes(group)).map((group) => `API group ${group}`);
  const running = facts.workloads.flatMap(({ name, images }) => {
    const known = images.find((each) => image?.test(each) === true);
    return known === undefined ? [] : [`${name}: ${known}`];
  });
  return [...served, ...running];
}
