import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { WorldWish } from '#test/worlds/world-wish.ts';
import type { Findings, Suite } from '../measure.ts';
import { allWorlds } from '../worlds/all-worlds.ts';
import type { BothWays } from '../worlds/both-ways.ts';
import { codeHash } from '../worlds/code-hash.ts';
import { Comparison, WHOLE, type WorldSums } from '../worlds/comparison.ts';
import { KeptWorlds } from '../worlds/kept-worlds.ts';

interface WorldsOptions {
  /** How many worlds, from seed 1 on. */
  readonly count?: string;
  /** One world alone, or where counting begins. */
  readonly seed?: string;
  readonly small?: boolean;
  readonly hours?: string;
  /** Places of the deeds that happen, with commas between; `none`. */
  readonly deeds?: string;
  readonly calm?: boolean;
  /** A folder in which whole pieces are kept, and from which they are taken: a run that was stopped goes on. */
  readonly keep?: string;
  /** Adds those that follow to the stored result. */
  readonly 'go-on'?: boolean;
}

/** Fewer worlds say too little to be written down; how many it were stands beside what they came to. */
const WRITTEN_FROM = 1000;

/** How often progress is told, in worlds. */
const TOLD_EVERY = 50;

export const suite: Suite = {
  about: 'the whole rescheduler in worlds of chance: promises broken, and overload left beside doing nothing',
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    small: { type: 'boolean' },
    hours: { type: 'string' },
    deeds: { type: 'string' },
    calm: { type: 'boolean' },
    keep: { type: 'string' },
    'go-on': { type: 'boolean' },
  },
  async run(say, options): Promise<Findings> {
    const { count, seed, keep, 'go-on': goesOn, ...more } = options as WorldsOptions;
    const code = codeHash(JSON.stringify(more));
    const comparison = new Comparison(goesOn === true ? storedSums(code) : undefined);
    const first = Number(seed ?? comparison.sums.worlds + 1);
    const worlds = Number(count ?? (seed === undefined ? WHOLE - comparison.sums.worlds : 1));
    const wishes = Array.from({ length: worlds }, (_, at) => wishOf(first + at, more));
    const kept = keep === undefined ? undefined : new KeptWorlds(keep, code);
    for await (const world of played(wishes, kept, say)) {
      comparison.add(world);
      if (world.broken !== undefined) say(world.broken);
      const { worlds: sofar, broken } = comparison.sums;
      if (sofar % TOLD_EVERY === 0) say(`${sofar} worlds, ${broken.length} broken`);
    }
    return {
      measures: comparison.measures(),
      beside: { code, sums: comparison.sums },
      printed: comparison.text(),
      partial: comparison.sums.worlds < WRITTEN_FROM || seed !== undefined || Object.keys(more).length > 0,
    };
  },
};

const resultFile = join(import.meta.dirname, '../results/worlds.json');

/** What the worlds from seed 1 on came to that were played by the very same code. */
function storedSums(code: string): WorldSums {
  const stored = JSON.parse(readFileSync(resultFile, 'utf8')) as { readonly code: string; readonly sums: WorldSums };
  if (stored.code === code) return stored.sums;
  throw new Error(
    `the stored result is that of other code (${stored.code}, and this is ${code}): begin anew, without --go-on`,
  );
}

/** Those that are kept first, then the others as they end, in the order of the wishes. */
async function* played(
  wishes: readonly WorldWish[],
  kept: KeptWorlds | undefined,
  say: (line: string) => void,
): AsyncGenerator<BothWays> {
  const known = wishes.flatMap(({ seed }) => kept?.worldOf(seed) ?? []);
  if (known.length > 0) say(`${known.length} worlds are kept from earlier runs of this code`);
  yield* known;
  const seeds = new Set(known.map(({ seed }) => seed));
  const left = wishes.filter(({ seed }) => !seeds.has(seed));
  for await (const world of allWorlds(left, availableParallelism())) {
    kept?.keep(world);
    yield world;
  }
  kept?.write();
}

function wishOf(
  seed: number,
  { small, hours, deeds, calm }: Omit<WorldsOptions, 'count' | 'seed' | 'keep' | 'go-on'>,
): WorldWish {
  return {
    seed,
    size: small === true ? 'small' : 'any',
    hours: hours === undefined ? undefined : Number(hours),
    deeds: deeds === undefined ? undefined : deeds === 'none' ? [] : deeds.split(',').map(Number),
    isCalm: calm === true,
  };
}
