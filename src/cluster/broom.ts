import type { ClusterState } from './cluster-state.ts';
import type { PodLabels } from './pod-labels.ts';
import type { PodShape } from './pod-shape.ts';
import type { TermGroup } from './term-groups.ts';

/** What many pods or nodes share, kept once each: how many there are. */
export interface Kept {
  readonly shapes: number;
  readonly labelClasses: number;
  readonly termGroups: number;
  /** Values of node labels, and lists of taints and features. */
  readonly nodeValues: number;
}

export const keptBy = ({ shapes, labels, groups, nodes }: ClusterState): Kept => ({
  shapes: shapes.size,
  labelClasses: labels.size,
  termGroups: groups.size,
  nodeValues: nodes.values,
});

const total = ({ shapes, labelClasses, termGroups, nodeValues }: Kept): number =>
  shapes + labelClasses + termGroups + nodeValues;

/** So many may always be kept: sweeping a small room is not worth the while. */
const always = 4096;
/** Looking costs a little, too. */
const eventsBetweenLooks = 256;

/**
 * Forgets what no pod and no node uses any more: without it, every rollout would leave its shapes and labels behind for good. It sweeps when
 * there is twice as much as it left the last time, so that what a sweep costs, one walk over all pods, is small beside what filled the room.
 */
export class Broom {
  readonly #state: ClusterState;
  #sweepAt = always;
  #events = 0;

  constructor(state: ClusterState) {
    this.#state = state;
  }

  /** To be called between events: views of the time before do not hold any more. */
  sweepIfDue(): void {
    this.#events += 1;
    if (this.#events % eventsBetweenLooks !== 0 || total(keptBy(this.#state)) < this.#sweepAt) return;
    this.#sweep();
    this.#sweepAt = Math.max(always, 2 * total(keptBy(this.#state)));
  }

  #sweep(): void {
    const { pods, shapes, labels, groups } = this.#state;
    const usedShapes = new Set<PodShape>();
    const usedLabels = new Set<PodLabels>();
    for (const pod of pods.values()) {
      usedShapes.add(pod.shape);
      usedLabels.add(pod.labels);
    }
    shapes.keep(usedShapes);
    labels.keep(usedLabels);
    const usedGroups = new Set<TermGroup>([...usedShapes].flatMap((shape) => shape.groups ?? []));
    groups.keep(usedGroups);
    this.#renumberNodeValues(usedGroups);
  }

  /** Everything that is counted by a value of a label is counted anew. */
  #renumberNodeValues(groups: ReadonlySet<TermGroup>): void {
    const { nodes, tallies, placements, changes } = this.#state;
    tallies.clear();
    for (const { tally } of groups) tally.reset();
    nodes.renumber();
    for (const row of nodes.all()) for (const pod of placements.podsOn[row]!) placements.count(pod, row, 1);
    changes.changeLayout();
  }
}
