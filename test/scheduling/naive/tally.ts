import { labelOf } from './label-selector.ts';
import type { Node } from '#api/kubernetes/node.ts';

/** Numbers by a label's key and value: by what nodes have in common. */
export class Tally {
  readonly #numbers = new Map<string, number>();

  /** Nothing where the node lacks the key. */
  add(node: Node, key: string, amount: number): void {
    const place = placeOf(node, key);
    if (place !== undefined) this.#numbers.set(place, (this.#numbers.get(place) ?? 0) + amount);
  }

  /** 0 where nothing was added, or the node lacks the key. */
  at(node: Node, key: string): number {
    return this.#numbers.get(placeOf(node, key) ?? '') ?? 0;
  }

  get isEmpty(): boolean {
    return this.#numbers.size === 0;
  }
}

function placeOf(node: Node, key: string): string | undefined {
  const value = labelOf(node.metadata.labels, key);
  return value === undefined ? undefined : `${key}=${value}`;
}
