import type { Pod } from '#api/kubernetes/pod.ts';
import type { Size } from '#api/node-size.ts';
import type { ObjectRef, WorkloadRef } from '#api/pod-migration.ts';
import { isTerminal, priorityOf } from '#api/pod-standing.ts';
import { qosClassOf } from '#api/qos.ts';
import { once, oncePer } from '#base/once-per.ts';
import { keyOf } from '#cluster/object-shelf.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import type { PodKey } from '#load/gathering/pod-use.ts';
import { type Hold, holdsNow, type PlacedSubject } from './holds-now.ts';
import { ownersNow } from '#decisions/rescheduling/movability/owners-now.ts';
import type { KnownNode } from './known-nodes.ts';
import type { KnownMoves } from '#decisions/rescheduling/guards/known-moves.ts';
import type { PodPast } from '#decisions/rescheduling/guards/pod-past.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import type { SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import type { MovabilityOptions } from '#decisions/rescheduling/movability/subject.ts';
import type { RulesNow } from './rules-now.ts';

/** A pod on a known node. */
export interface KnownPod {
  readonly key: PodKey;
  readonly pod: Pod;
  readonly placed: PlacedPod;
  /** Of the known nodes: where it is, and where it will be once the move that it is in comes off. */
  readonly node: number;
  readonly headedFor: number;
  /** Its topmost owner, or the pod itself where nobody owns it. */
  readonly workload: WorkloadRef;
  readonly requests: Size;
  readonly used: Size | undefined;
  /** Sought when it is first asked for: of most pods nobody asks. */
  readonly standing: () => PodStanding;
}

/** What speaks for and against moving a pod. */
export interface PodStanding {
  readonly hold: Hold | undefined;
  /** Else it is evicted, and goes where the scheduler puts it. */
  readonly canSurge: boolean;
  readonly past: PodPast<string>;
  readonly dearness: number;
}

/** A pod that is moved only if nothing else helps is so much dearer. */
const LAST_RESORT = 10;

/** Of pods that would help alike, one that promises nothing goes first, one of a raised priority last. */
const RAISED_PRIORITY = 1.5;
const BEST_EFFORT = 0.9;

const dearnessOfClass = oncePer((pod: Pod): number => {
  if (priorityOf(pod) > 0) return RAISED_PRIORITY;
  return qosClassOf(pod) === 'BestEffort' ? BEST_EFFORT : 1;
});

interface PodsKnownBy {
  readonly moves: KnownMoves;
  readonly rules: RulesNow;
  readonly movability: MovabilityOptions;
  readonly surgeRight: SurgeSubject['right'];
}

interface Known extends Pick<KnownPod, 'workload' | 'used'> {
  readonly isUnderWay: boolean;
}

/** The pods on known nodes, in the order of their uids, and what holds each. */
export function knownPods(
  see: LoadedView,
  nodes: readonly KnownNode[],
  { moves, rules, movability, surgeRight }: PodsKnownBy,
): readonly KnownPod[] {
  const { cluster, unread, pods } = see;
  const ownerOf = ownersNow(cluster, unread);
  const heldOf = holdsNow({ view: cluster, now: see.load.now, options: movability, surgeRight });
  const nodeAt = new Map(nodes.map(({ row }, at) => [row, at]));
  const nodeNamed = new Map(nodes.map(({ name }, at) => [name, at]));
  return pods
    .filter((pod) => !isTerminal(pod))
    .flatMap((pod) => known(pod) ?? [])
    .toSorted((a, b) => (a.key.uid < b.key.uid ? -1 : 1));

  function known(pod: Pod): KnownPod | undefined {
    const placed = cluster.pod(keyOf(pod.metadata));
    const node = placed === undefined ? undefined : nodeAt.get(placed.row);
    if (placed === undefined || node === undefined || placed.uid !== pod.metadata.uid) return undefined;
    const { namespace, name, uid } = placed;
    const owner = ownerOf(pod);
    const itself = { apiVersion: 'v1', kind: 'Pod', name, uid };
    const workload = owner.kind === 'workload' ? owner.workload.ref : itself;
    const used = useOf(placed);
    const heading = moves.headedFor(uid);
    return {
      key: { namespace, name, uid },
      pod,
      placed,
      node,
      headedFor: heading === undefined ? node : (nodeNamed.get(heading) ?? node),
      workload,
      requests: { cpuCores: placed.usage.amounts[0]! / 1000, memoryBytes: placed.usage.amounts[1]! },
      used,
      standing: once(() => standingOf({ pod, placed, owner }, { workload, used, isUnderWay: heading !== undefined })),
    };
  }

  function standingOf(subject: PlacedSubject, { workload, used, isUnderWay }: Known): PodStanding {
    const { pod, placed } = subject;
    const { hold, isLastResort, canSurge } = heldOf(subject);
    const past = moves.pastOf(placed.uid);
    return {
      hold:
        hold ??
        holdByRule(pod) ??
        (isUnderWay ? UNDER_WAY : undefined) ??
        (used === undefined ? UNKNOWN_USE : resting(placed, workload)),
      canSurge,
      past,
      dearness: dearnessOfClass(pod) * (isLastResort ? LAST_RESORT : 1) * past.dearness,
    };
  }

  function holdByRule(pod: Pod): Hold | undefined {
    const obstacle = rules.obstacleOf(pod);
    return obstacle && { kind: 'unmovable', reason: obstacle.message, freedBy: obstacle.freedBy };
  }

  function useOf(pod: PlacedPod): Size | undefined {
    const { cpuCores, memoryBytes } = see.load.pod(pod);
    if (cpuCores.kind === 'unknown' || memoryBytes.kind === 'unknown') return undefined;
    return { cpuCores: cpuCores.value, memoryBytes: memoryBytes.value };
  }

  function resting(pod: Pick<ObjectRef, 'name' | 'uid'>, workload: WorkloadRef): Hold | undefined {
    const rest = moves.restOf(pod, workload);
    if (rest === undefined) return undefined;
    const minutes = Math.ceil((rest.until - see.load.now) / 60_000);
    const who = rest.of === 'pod' ? 'it' : `${workload.kind} ${workload.name}`;
    return { kind: 'resting', reason: `${who} was moved lately and is left alone for ${minutes} minutes more` };
  }
}

const UNDER_WAY: Hold = {
  kind: 'resting',
  reason: 'a move of it is under way: `kubectl get podmigrations` tells how far it is',
};

const UNKNOWN_USE: Hold = {
  kind: 'use-unknown',
  reason: 'what it uses is not known',
  freedBy: 'see that its kubelet is scraped for pods, or wait until it is older than the window of its rates',
};
