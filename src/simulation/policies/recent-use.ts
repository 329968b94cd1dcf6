/** The mean use of every pod over the last steps, as many as there have been up to `window`. */
export class RecentUse {
  readonly mean: Float64Array;
  readonly #window: number;
  /** What each pod has used since the beginning, after each of the last steps. */
  readonly #totals: Float64Array[];

  constructor(pods: number, window: number) {
    this.mean = new Float64Array(pods);
    this.#window = window;
    this.#totals = [new Float64Array(pods)];
  }

  observe(use: Float64Array): void {
    const total = this.#totals.at(-1)!.map((sum, pod) => sum + use[pod]!);
    this.#totals.push(total);
    if (this.#totals.length > this.#window + 1) this.#totals.shift();
    const before = this.#totals[0]!;
    const steps = this.#totals.length - 1;
    for (let pod = 0; pod < use.length; pod++) this.mean[pod] = (total[pod]! - before[pod]!) / steps;
  }
}
