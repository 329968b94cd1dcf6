import type { Controller } from '#controllers/controller.ts';
import type { LoadView } from '#load/load-view.ts';
import type { ClusterRoster } from '#ports/cluster-roster.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { PolicyMover } from './policy-mover.ts';
import { none } from './policies/none.ts';
import type { ReplayPolicy } from './replay/policy.ts';
import type { World } from './world/world.ts';

/** What a mover is given of the world, and of the product that runs in it. */
export interface MoverParts {
  readonly world: World;
  /** What pods use, over a step of the world's courses. */
  readonly source: LoadSource;
  readonly roster: ClusterRoster;
  readonly seen: () => LoadView;
  readonly journal: Journal;
  readonly self: Subject;
  /** The term in which it acts; nothing while it stands by. */
  readonly acting: () => AbortSignal | undefined;
  /** Aborted when it is to end. */
  readonly ending: AbortSignal;
}

/** Who moves pods in a world: the loops that `compose` is handed. */
export interface Mover {
  readonly name: string;
  /** What pods use is read by the collector itself. */
  readonly wantsPods: boolean;
  readonly loops: (parts: MoverParts) => readonly Controller[];
}

/** A policy of the replay benchmark, which evicts by itself: no plan of ours, no guards, no memory. */
export function policyMover(policy: ReplayPolicy): Mover {
  return {
    name: policy.name,
    wantsPods: false,
    loops: (parts) => (policy === none ? [] : [new PolicyMover({ ...parts, policy })]),
  };
}
