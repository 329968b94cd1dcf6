import { NOBODY } from './load-table.ts';
import type { SharedColumns } from './relocation-problem.ts';

/** One shared signal of every node, under the moves planned so far. */
export class SharedTable {
  readonly signal: SharedColumns;
  readonly #level: Float64Array;

  constructor(signal: SharedColumns) {
    this.signal = signal;
    this.#level = signal.level.slice();
  }

  /** What a node would be measured at once one pod has left and another come; NaN where nobody knows. */
  shareAfter(node: number, leaving: number, coming: number): number {
    const come = coming === NOBODY ? 0 : this.signal.part[coming]!;
    return (this.#level[node]! - this.#known(leaving) + come) / this.signal.capacity[node]!;
  }

  /** What is not known is not counted here: nodes that are not known to be cool take no pods in any case. */
  isUnderLine(node: number, leaving: number, coming: number): boolean {
    return !(this.shareAfter(node, leaving, coming) >= this.signal.line);
  }

  /** Takes a pod's part along to another node. */
  shift(pod: number, from: number, to: number): void {
    this.#level[from]! -= this.#known(pod);
    this.#level[to]! += this.#known(pod);
  }

  #known(pod: number): number {
    const part = pod === NOBODY ? 0 : this.signal.part[pod]!;
    return Number.isNaN(part) ? 0 : part;
  }
}
