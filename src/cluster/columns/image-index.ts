import type { ContainerImage } from '#api/kubernetes/node.ts';

/** One image name: its size as the first node said it, and the rows of the nodes that have it. */
export interface ImageSpread {
  readonly sizeBytes: number;
  readonly rows: Set<number>;
}

/** A name as runtimes say it: what has no tag means `:latest`. */
export function normalisedImageName(name: string): string {
  return name.lastIndexOf(':') <= name.lastIndexOf('/') ? `${name}:latest` : name;
}

/** Which nodes hold which images. */
export class ImageIndex {
  readonly #images = new Map<string, ImageSpread>();
  readonly #namesOf = new Map<number, readonly string[]>();

  /** Undefined where no node has it. */
  spreadOf(name: string): ImageSpread | undefined {
    return this.#images.get(normalisedImageName(name));
  }

  /** Whether that is other than what the node had before. */
  set(row: number, images: readonly ContainerImage[]): boolean {
    const sizes = new Map<string, number>();
    for (const { names = [], sizeBytes = 0 } of images) {
      for (const name of names) if (!sizes.has(name)) sizes.set(name, sizeBytes);
    }
    const before = this.#namesOf.get(row) ?? [];
    if (before.length === sizes.size && before.every((name) => sizes.has(name))) return false;
    this.#forget(row);
    for (const [name, sizeBytes] of sizes) this.#add(name, row, sizeBytes);
    if (sizes.size > 0) this.#namesOf.set(row, [...sizes.keys()]);
    return true;
  }

  #add(name: string, row: number, sizeBytes: number): void {
    const spread = this.#images.get(name);
    if (spread === undefined) this.#images.set(name, { sizeBytes, rows: new Set([row]) });
    else spread.rows.add(row);
  }

  #forget(row: number): void {
    for (const name of this.#namesOf.get(row) ?? []) {
      const spread = this.#images.get(name)!;
      spread.rows.delete(row);
      if (spread.rows.size === 0) this.#images.delete(name);
    }
    this.#namesOf.delete(row);
  }
}
