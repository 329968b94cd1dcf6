/** An eviction this soon after the pod's last is a ping-pong. */
const soonMinutes = 60;
/** A pod sent to a node it left less than this ago is a ping-pong. */
const backMinutes = 1440;

/** What one pod went through. Its replacement is the same pod. */
interface Moved<Node> {
  times: number;
  lastStep: number;
  readonly leftAt: Map<Node, number>;
}

/** Counts evictions, and those that undo what was done before. Pods and nodes are named in whatever way tells them apart. */
export class MoveLedger<Pod, Node> {
  evictions = 0;
  pingPongs = 0;
  mostMoves = 0;
  readonly #soonSteps: number;
  readonly #backSteps: number;
  readonly #moved: Map<Pod, Moved<Node>> = new Map();

  constructor({ stepMinutes }: { readonly stepMinutes: number }) {
    this.#soonSteps = soonMinutes / stepMinutes;
    this.#backSteps = backMinutes / stepMinutes;
  }

  record(step: number, pod: Pod, from: Node, to: Node): void {
    const moved = this.#moved.get(pod) ?? { times: 0, lastStep: -Infinity, leftAt: new Map<Node, number>() };
    this.#moved.set(pod, moved);
    moved.leftAt.set(from, step); // first, so that a pod sent to where it was counts as sent back
    const soon = step - moved.lastStep <= this.#soonSteps;
    const back = step - (moved.leftAt.get(to) ?? -Infinity) < this.#backSteps;
    if (soon || back) this.pingPongs++;
    this.evictions++;
    moved.times++;
    moved.lastStep = step;
    this.mostMoves = Math.max(this.mostMoves, moved.times);
  }
}
