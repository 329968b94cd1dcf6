import { movedInto } from './growing.ts';

/** The numbers of the three resources every node and pod has; all others follow as they are met. */
export const CPU = 0;
export const MEMORY = 1;
export const EPHEMERAL_STORAGE = 2;

/** The most that is reckoned with, some 10^15: a thousand of it still add up exactly in doubles. Beyond it an amount counts as not known. */
const most = 2 ** 50;

/** Whether sums with such an amount are exact. */
export const isExact = (amount: number): boolean => Math.abs(amount) <= most;

/** One resource across all nodes: cpu in milli, everything else in whole units. */
export class ResourceColumn {
  readonly name: string;
  allocatable: Float64Array;
  /** The sum over the pods placed there. */
  requested: Float64Array;

  constructor(name: string, capacity: number) {
    this.name = name;
    this.allocatable = new Float64Array(capacity);
    this.requested = new Float64Array(capacity);
  }

  grow(capacity: number): void {
    this.allocatable = movedInto(new Float64Array(capacity), this.allocatable);
    this.requested = movedInto(new Float64Array(capacity), this.requested);
  }
}

/** All resources met so far, by number. */
export class ResourceColumns {
  readonly columns: ResourceColumn[] = [];
  readonly #numbers = new Map<string, number>();
  #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
    for (const name of ['cpu', 'memory', 'ephemeral-storage']) this.numberOf(name);
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.columns.length);
    return this.columns.push(new ResourceColumn(name, this.#capacity)) - 1;
  }

  /** Undefined where neither a node nor a pod ever named it. */
  named(name: string): ResourceColumn | undefined {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.columns[number];
  }

  grow(capacity: number): void {
    this.#capacity = capacity;
    for (const column of this.columns) column.grow(capacity);
  }
}
