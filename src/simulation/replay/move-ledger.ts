/** An eviction this soon after the pod's last is a ping-pong. */
const soonMinutes = 60;
/** A pod sent to a node it left less than this ago is a ping-pong. */
const backMinutes = 1440;
const NEVER = -1_000_000;

/** Counts evictions, and those that undo what was done before. */
export class MoveLedger {
  evictions = 0;
  pingPongs = 0;
  mostMoves = 0;
  readonly #nodes: number;
  readonly #soonSteps: number;
  readonly #backSteps: number;
  readonly #moves: Int32Array;
  readonly #movedAt: Int32Array;
  /** When pod `p` last left node `n`, at `p * nodes + n`. */
  readonly #leftAt: Int32Array;

  constructor(of: { readonly pods: number; readonly nodes: number; readonly stepMinutes: number }) {
    this.#nodes = of.nodes;
    this.#soonSteps = soonMinutes / of.stepMinutes;
    this.#backSteps = backMinutes / of.stepMinutes;
    this.#moves = new Int32Array(of.pods);
    this.#movedAt = new Int32Array(of.pods).fill(NEVER);
    this.#leftAt = new Int32Array(of.pods * of.nodes).fill(NEVER);
  }

  record(step: number, pod: number, from: number, to: number): void {
    const row = pod * this.#nodes;
    this.#leftAt[row + from] = step; // first, so that a pod sent to where it was counts as sent back
    const soon = step - this.#movedAt[pod]! <= this.#soonSteps;
    const back = step - this.#leftAt[row + to]! < this.#backSteps;
    if (soon || back) this.pingPongs++;
    this.evictions++;
    this.mostMoves = Math.max(this.mostMoves, ++this.#moves[pod]!);
    this.#movedAt[pod] = step;
  }
}
