import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BothWays } from './both-ways.ts';

/** So many worlds are written together. */
const PIECE = 50;

/** What worlds came to in earlier runs of the very same code, in a folder: a run that was stopped is gone on with. */
export class KeptWorlds {
  readonly #folder: string;
  readonly #known: Map<number, BothWays> = new Map();
  #unwritten: BothWays[] = [];

  /** `code`: what was found by another is not looked at. */
  constructor(folder: string, code: string) {
    this.#folder = join(folder, code);
    mkdirSync(this.#folder, { recursive: true });
    for (const file of readdirSync(this.#folder).filter((name) => name.endsWith('.json'))) {
      const worlds = JSON.parse(readFileSync(join(this.#folder, file), 'utf8')) as readonly BothWays[];
      for (const world of worlds) this.#known.set(world.seed, world);
    }
  }

  worldOf(seed: number): BothWays | undefined {
    return this.#known.get(seed);
  }

  /** Written once a piece is whole: of a run that is stopped no more is lost than that. */
  keep(world: BothWays): void {
    this.#known.set(world.seed, world);
    this.#unwritten.push(world);
    if (this.#unwritten.length >= PIECE) this.write();
  }

  /** Writes what is left over from whole pieces. */
  write(): void {
    const [first, last] = [this.#unwritten.at(0), this.#unwritten.at(-1)];
    if (first === undefined || last === undefined) return;
    const file = join(this.#folder, `${first.seed}-${last.seed}.json`);
    // a piece is there whole or not at all
    writeFileSync(`${file}.new`, `${JSON.stringify(this.#unwritten)}\n`);
    renameSync(`${file}.new`, file);
    this.#unwritten = [];
  }
}
