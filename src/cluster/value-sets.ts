/** Small lists that many rows share, as taints: equal lists have one number. */
export class ValueSets<Value> {
  readonly lists: (readonly Value[])[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(list: readonly Value[]): number {
    const key = JSON.stringify(list);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.lists.length);
    return this.lists.push(list) - 1;
  }
}
