/** Strings numbered densely from 0 in the order of their first being met, and back. A number is never given twice. */
export class Dictionary {
  readonly #ids: Map<string, number> = new Map();
  readonly #texts: string[] = [];

  get size(): number {
    return this.#texts.length;
  }

  /** The number of a string; a new one where it was never met. */
  idOf(text: string): number {
    const known = this.#ids.get(text);
    if (known !== undefined) return known;
    const id = this.#texts.length;
    this.#ids.set(text, id);
    this.#texts.push(text);
    return id;
  }

  /** The number of a string that has been met. */
  find(text: string): number | undefined {
    return this.#ids.get(text);
  }

  /** The string of a number that was given. */
  textOf(id: number): string {
    const text = this.#texts[id];
    if (text === undefined) throw new RangeError(`no string has the number ${id}: ${this.#texts.length} are numbered`);
    return text;
  }
}
