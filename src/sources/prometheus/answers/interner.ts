/** One string for every text that recurs: a node's name stands in every signal's answer. */
export class Interner {
  readonly #known: Map<string, string> = new Map();

  intern(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, text);
    return text;
  }
}
