import { availableParallelism } from 'node:os';
import type { WorldWish } from '#test/worlds/world-wish.ts';
import type { Findings, Suite } from '../measure.ts';
import { allWorlds } from '../worlds/all-worlds.ts';
import type { BothWays } from '../worlds/both-ways.ts';
import { codeHash } from '../worlds/code-hash.ts';
import { Comparison } from '../worlds/comparison.ts';
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
}

const WHOLE = 10_000;

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
  },
  async run(say, options): Promise<Findings> {
    const { count, seed, keep, ...more } = options as WorldsOptions;
    const first = Number(seed ?? 1);
    const worlds = Number(count ?? (seed === undefined ? WHOLE : 1));
    const wishes = Array.from({ length: worlds }, (_, at) => wishOf(first + at, more));
    const code = codeHash(JSON.stringify(more));
    const kept = keep === undefined ? undefined : new KeptWorlds(keep, code);
    const comparison = new Comparison();
    const broken: string[] = [];
    for await (const world of played(wishes, kept, say)) {
      comparison.add(world);
      if (world.broken !== undefined) {
        broken.push(world.broken);
        say(world.broken);
      }
      if (comparison.count % TOLD_EVERY === 0) say(`${comparison.count} of ${worlds} worlds, ${broken.length} broken`);
    }
    return {
      measures: {
        'worlds-run': { value: worlds, unit: 'worlds', goal: `>= ${WHOLE}` },
        'worlds-broken': { value: broken.length, unit: 'worlds', goal: '= 0' },
        ...comparison.measures(),
      },
      beside: { code, broken, ...comparison.beside() },
      printed: [...broken, comparison.text()].join('\n'),
      partial: worlds < WRITTEN_FROM || first !== 1 || Object.keys(more).length > 0,
    };
  },
};

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
  { small, hours, deeds, calm }: Omit<WorldsOptions, 'count' | 'seed' | 'keep'>,
): WorldWish {
  return {
    seed,
    size: small === true ? 'small' : 'any',
    hours: hours === undefined ? undefined : Number(hours),
    deeds: deeds === undefined ? undefined : deeds === 'none' ? [] : deeds.split(',').map(Number),
    isCalm: calm === true,
  };
}
