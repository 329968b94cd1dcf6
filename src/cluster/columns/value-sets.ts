/** Small lists that many rows share, as taints: equal lists have one number. */
export class ValueSets<Value> {
  readonly lists: (readonly Value[])[] = [];
  readonly #numbers = new Map<string, number>();

  /** Forgets lists that no row has any more; `numbers` are those of the rows, and are made new. */
  renumber(numbers: Int32Array): void {
    const before = this.lists.slice();
    this.lists.length = 0;
    this.#numbers.clear();
    for (const [row, number] of numbers.entries()) if (number in before) numbers[row] = this.numberOf(before[number]!);
  }

  numberOf(list: readonly Value[]): number {
    const key = JSON.stringify(list);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.lists.length);
    return this.lists.push(list) - 1;
  }
}
