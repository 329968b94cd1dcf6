import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { oncePer } from '#base/once-per.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import type { PodLabels } from '#cluster/pod-labels.ts';
import { budgetsOver } from '#decisions/rescheduling/movability/budgets-over.ts';
import { surgeChanceOf, type SurgeSubject } from '#decisions/rescheduling/migration/surge/surge-chance.ts';
import { rivalsIn, surgeSubject } from '#decisions/rescheduling/migration/surge/surge-subject.ts';
import { type Movability, movabilityOf } from '#decisions/rescheduling/movability/movability.ts';
import type { MovabilityOptions, MovabilitySubject } from '#decisions/rescheduling/movability/subject.ts';
import { pinnedByVolume } from '#decisions/rescheduling/movability/pinned-by-volume.ts';
import type { OwnerNow } from '#decisions/rescheduling/movability/workload-now.ts';

/** What keeps a pod where it is before a planner has a word. */
export interface Hold {
  readonly kind: 'unmovable' | 'resting' | 'use-unknown';
  readonly reason: string;
  readonly freedBy?: string;
}

export interface HoldsAsk {
  readonly view: ClusterView;
  readonly now: number;
  readonly options: MovabilityOptions;
  /** Whether we hold the right to create pods, which a surge takes. */
  readonly surgeRight: SurgeSubject['right'];
}

/** A placed pod, and who makes it again. */
export interface PlacedSubject {
  readonly pod: Pod;
  readonly placed: PlacedPod;
  readonly owner: OwnerNow;
}

/** What forbids moving a pod. */
export interface HeldPod {
  readonly hold: Hold | undefined;
  /** Moved only if nothing else helps. */
  readonly isLastResort: boolean;
  /** Whether another can be started first, where we want it; else the scheduler alone says where its replacement goes. */
  readonly canSurge: boolean;
}

/** Answers for placed pods whether they may be moved now, as the cluster stands: by a surge where that is possible, else by eviction. */
export function holdsNow(ask: HoldsAsk): (subject: PlacedSubject) => HeldPod {
  const { view, surgeRight } = ask;
  const rivalsOf = rivalsIn(view);
  // to a selector, pods of the same labels are one
  const budgetsOf = oncePer(({ namespace, labels }: PodLabels) => budgetsOver({ namespace, labels }, view));
  return ({ pod, placed, owner }) => {
    const may = movabilityNow({ pod, owner, placed, budgets: budgetsOf(placed.labels) }, ask);
    const chance = surgeChanceOf(surgeSubject({ pod, owner }, { view, right: surgeRight, rivalsOf }));
    const canSurge = chance.kind === 'possible';
    return { hold: holdIn(may, canSurge), isLastResort: may.kind === 'movable' && may.isLastResort, canSurge };
  };
}

export interface MovableSubject extends Pick<MovabilitySubject, 'pod' | 'owner' | 'budgets'> {
  readonly placed: PlacedPod | undefined;
}

/** Whether a pod may be moved, as the cluster stands; `placed` is absent where its node is unknown. */
export function movabilityNow(
  { pod, owner, placed, budgets }: MovableSubject,
  { view, now, options }: Pick<HoldsAsk, 'view' | 'now' | 'options'>,
): Movability {
  const on = placed === undefined ? undefined : view.nodes.nodes[placed.row];
  const pinnedTo = placed === undefined ? undefined : pinnedByVolume(placed, view);
  return movabilityOf({ pod, owner, budgets, node: on && standingOf(on), pinnedTo, now }, options);
}

const standingOf = oncePer(({ metadata, spec, status }: Node): NonNullable<MovabilitySubject['node']> => {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return {
    isUnschedulable: spec?.unschedulable === true,
    taints: spec?.taints ?? [],
    isDeleting: metadata.deletionTimestamp !== undefined,
    isUnready: ready !== undefined && ready.status !== 'True',
  };
});

function holdIn(may: Movability, canSurge: boolean): Hold | undefined {
  if (may.kind === 'unmovable') return { kind: 'unmovable', reason: may.message, freedBy: may.freedBy };
  if (may.eviction.kind === 'evictable' || canSurge) return undefined;
  return { kind: 'unmovable', reason: may.eviction.message, freedBy: may.eviction.freedBy };
}
