/** Joins two signals into one that is aborted with either; as long as both stay the same, so does it. */
export class EitherSignal {
  #one: AbortSignal | undefined;
  #other: AbortSignal | undefined;
  #either: AbortSignal | undefined;

  of(one: AbortSignal, other: AbortSignal): AbortSignal {
    if (this.#either === undefined || this.#one !== one || this.#other !== other) {
      this.#one = one;
      this.#other = other;
      this.#either = AbortSignal.any([one, other]);
    }
    return this.#either;
  }
}
