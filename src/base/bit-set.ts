/** Whole numbers from 0 up to `size`, one bit each. */
export class BitSet implements Iterable<number> {
  /** How many numbers there are to choose from. */
  readonly size: number;
  /** Bit `n` is bit `n & 31` of word `n >> 5`; those past `size` stay 0. */
  readonly words: Uint32Array;

  constructor(size: number, words: Uint32Array = new Uint32Array((size + 31) >>> 5)) {
    this.size = size;
    this.words = words;
  }

  /** All numbers up to `size`. */
  static full(size: number): BitSet {
    return new BitSet(size).fill();
  }

  add(member: number): void {
    this.words[member >>> 5]! |= 1 << (member & 31);
  }

  delete(member: number): void {
    this.words[member >>> 5]! &= ~(1 << (member & 31));
  }

  has(member: number): boolean {
    return (this.words[member >>> 5]! & (1 << (member & 31))) !== 0;
  }

  fill(): this {
    this.words.fill(0xffff_ffff);
    const rest = this.size & 31;
    if (rest !== 0) this.words[this.words.length - 1]! &= (1 << rest) - 1;
    return this;
  }

  clear(): this {
    this.words.fill(0);
    return this;
  }

  clone(): BitSet {
    return new BitSet(this.size, this.words.slice());
  }

  /** A copy for more numbers, or fewer; those past the new size are dropped. */
  resized(size: number): BitSet {
    const other = new BitSet(size);
    other.words.set(this.words.subarray(0, other.words.length));
    const rest = size & 31;
    if (rest !== 0) other.words[other.words.length - 1]! &= (1 << rest) - 1;
    return other;
  }

  /** Takes over what another of the same size holds. */
  copyFrom(other: BitSet): this {
    this.words.set(other.words);
    return this;
  }

  /** Keeps what is in both. */
  and(other: BitSet): this {
    const { words } = this;
    for (let at = 0; at < words.length; at++) words[at]! &= other.words[at]!;
    return this;
  }

  /** Keeps what is not in the other. */
  andNot(other: BitSet): this {
    const { words } = this;
    for (let at = 0; at < words.length; at++) words[at]! &= ~other.words[at]!;
    return this;
  }

  /** Adds what is in the other. */
  or(other: BitSet): this {
    const { words } = this;
    for (let at = 0; at < words.length; at++) words[at]! |= other.words[at]!;
    return this;
  }

  count(): number {
    let total = 0;
    for (const word of this.words) if (word !== 0) total += bitsIn(word);
    return total;
  }

  isEmpty(): boolean {
    for (const word of this.words) if (word !== 0) return false;
    return true;
  }

  /** The first member at or after `from`; -1 where there is none. */
  next(from: number): number {
    const { words } = this;
    let at = from >>> 5;
    if (at >= words.length) return -1;
    let word = (words[at]! & (-1 << (from & 31))) >>> 0;
    while (word === 0) {
      at += 1;
      if (at >= words.length) return -1;
      word = words[at]!;
    }
    return at * 32 + lowestBit(word);
  }

  *[Symbol.iterator](): IterableIterator<number> {
    for (let member = this.next(0); member !== -1; member = this.next(member + 1)) yield member;
  }
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** Bits are added up side by side: in pairs, in fours, in bytes, and all bytes by one multiplication. */
function bitsIn(word: number): number {
  const pairs = word - ((word >>> 1) & 0x5555_5555);
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
