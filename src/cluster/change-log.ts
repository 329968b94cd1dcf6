const remembered = 4096;

/** Which node rows changed, in order: who judged every row before reads on from there and looks at these alone. */
export class ChangeLog {
  readonly #rows = new Int32Array(remembered);
  #written = 0;
  #layout = 0;

  /** How many changes there have been; also the place to read on from. */
  get position(): number {
    return this.#written;
  }

  /** Grows when more changed than what lies on single rows: labels, taints, images, rows themselves. Nothing judged before holds. */
  get layout(): number {
    return this.#layout;
  }

  touch(row: number): void {
    this.#rows[this.#written % remembered] = row;
    this.#written += 1;
  }

  changeLayout(): void {
    this.#layout += 1;
  }

  /** How many changes happened since `position`, or undefined where they are no longer all remembered. */
  since(position: number): number | undefined {
    const count = this.#written - position;
    return count <= remembered ? count : undefined;
  }

  /** The row of the change at `position`. */
  rowAt(position: number): number {
    return this.#rows[position % remembered]!;
  }
}
