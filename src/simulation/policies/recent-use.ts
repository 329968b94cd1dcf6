/** The mean use of every pod over the last steps, as many as there have been up to `window`. */
export class RecentUse {
  readonly mean: Float64Array;
  readonly #window: number;
  readonly #rows: Float64Array[] = [];

  constructor(pods: number, window: number) {
    this.mean = new Float64Array(pods);
    this.#window = window;
  }

  observe(use: Float64Array): void {
    this.#rows.push(use.slice());
    if (this.#rows.length > this.#window) this.#rows.shift();
    // summed anew, oldest first: a running sum would gather rounding noise that decides ties
    for (let pod = 0; pod < use.length; pod++) {
      let sum = 0;
      for (const row of this.#rows) sum += row[pod]!;
      this.mean[pod] = sum / this.#rows.length;
    }
  }
}
