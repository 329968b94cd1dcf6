import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { budgetsOver } from './budgets-over.ts';
import { type Movability, movabilityOf } from './movability.ts';
import type { MovabilityOptions, MovabilitySubject } from './movability/subject.ts';
import { ownersNow } from './owners-now.ts';
import { pinnedByVolume } from './pinned-by-volume.ts';
import type { OwnerNow } from './workload-now.ts';

/** What keeps a pod where it is before a planner has a word. */
export interface Hold {
  readonly kind: 'unmovable' | 'resting' | 'use-unknown';
  readonly reason: string;
  readonly freedBy?: string;
}

export interface HoldsAsk {
  readonly view: ClusterView;
  readonly unread: ReadonlySet<ClusterKind>;
  readonly now: number;
  readonly options: MovabilityOptions;
}

/** Of one pod: who makes it again, and what forbids moving it. */
export interface HeldPod {
  readonly owner: OwnerNow;
  readonly hold: Hold | undefined;
  /** Moved only if nothing else helps. */
  readonly isLastResort: boolean;
}

/** Answers for placed pods whether they may be moved by eviction now, as the cluster stands. */
export function holdsNow({ view, unread, now, options }: HoldsAsk): (pod: Pod, placed: PlacedPod) => HeldPod {
  const ownerOf = ownersNow(view, unread);
  return (pod, placed) => {
    const owner = ownerOf(pod);
    const node = standingOf(view.nodes.nodes[placed.row]!);
    const budgets = budgetsOver(pod, view);
    const may = movabilityOf({ pod, owner, budgets, node, pinnedTo: pinnedByVolume(placed, view), now }, options);
    return { owner, hold: holdIn(may), isLastResort: may.kind === 'movable' && may.isLastResort };
  };
}

function standingOf({ metadata, spec, status }: Node): MovabilitySubject['node'] {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return {
    isUnschedulable: spec?.unschedulable === true,
    taints: spec?.taints ?? [],
    isDeleting: metadata.deletionTimestamp !== undefined,
    isUnready: ready !== undefined && ready.status !== 'True',
  };
}

function holdIn(may: Movability): Hold | undefined {
  if (may.kind === 'unmovable') return { kind: 'unmovable', reason: may.message, freedBy: may.freedBy };
  if (may.eviction.kind === 'evictable') return undefined;
  return { kind: 'unmovable', reason: may.eviction.message, freedBy: may.eviction.freedBy };
}
