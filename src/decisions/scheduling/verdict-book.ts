import { FITS, type RefusalCode, type Verdict } from './verdict.ts';

/** The number of the verdict `fits`. */
export const OK = 0;

/** Verdicts by number, so that what a thousand nodes say is a column of small numbers. */
export class VerdictBook {
  readonly #verdicts: Verdict[] = [FITS];
  /** Of each verdict: the place of its plugin among the filters. The earliest plugin that refuses is who refused. */
  readonly #orders: number[] = [-1];
  readonly #numbers = new Map<string, number>();
  readonly #errors = new Map<number, string>();

  /** How one plugin, at its place among the filters, writes down what it says. */
  pen(plugin: string, order: number): Pen {
    return {
      refuse: (code, ...reasons) => this.#number({ kind: 'rejected', plugin, code, reasons }, order),
      unknown: (why) => this.#number({ kind: 'unknown', why }, order),
    };
  }

  /** The words of an error among what these nodes say: kube-scheduler then gives the whole attempt up. */
  errorAmong(rows: Int32Array, verdicts: Int32Array): string | undefined {
    if (this.#errors.size === 0) return undefined;
    for (const row of rows) {
      const words = this.#errors.get(verdicts[row]!);
      if (words !== undefined) return words;
    }
    return undefined;
  }

  /** How many verdicts it holds: words that name a pod's own claims are new with every pod. */
  get size(): number {
    return this.#verdicts.length;
  }

  read(number: number): Verdict {
    return this.#verdicts[number]!;
  }

  /** The place among the filters of the plugin that says so. */
  orderOf(number: number): number {
    return this.#orders[number]!;
  }

  /** What a node says of which one plugin said `one` and another `other`. */
  first(one: number, other: number): number {
    if (one === OK) return other;
    if (other === OK) return one;
    return this.#orders[one]! <= this.#orders[other]! ? one : other;
  }

  #number(verdict: Verdict, order: number): number {
    const key = `${order}\0${JSON.stringify(verdict)}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#verdicts.length);
    if (verdict.kind === 'rejected' && verdict.code === 'Error') {
      this.#errors.set(this.#verdicts.length, verdict.reasons.join(', '));
    }
    this.#orders.push(order);
    return this.#verdicts.push(verdict) - 1;
  }
}

/** Gives what a plugin says a number. */
export interface Pen {
  refuse(code: RefusalCode, ...reasons: readonly string[]): number;
  unknown(why: string): number;
}
