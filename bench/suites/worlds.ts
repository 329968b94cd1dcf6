import { policyMover } from '#simulation/mover.ts';
import { ourRescheduler } from '#simulation/our-rescheduler.ts';
import { none } from '#simulation/policies/none.ts';
import { generateWorld } from '#test/worlds/generate-world.ts';
import type { Broken } from '#test/worlds/scene.ts';
import { shrink } from '#test/worlds/shrink.ts';
import { witness, type Witnessed } from '#test/worlds/witness.ts';
import { commandOf, type WorldWish } from '#test/worlds/world-wish.ts';
import type { Findings, Suite } from '../measure.ts';
import { Comparison } from '../worlds/comparison.ts';

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
}

const WHOLE = 10_000;

export const suite: Suite = {
  about: 'the whole rescheduler in worlds of chance: promises broken, and overload left beside doing nothing',
  options: {
    count: { type: 'string' },
    seed: { type: 'string' },
    small: { type: 'boolean' },
    hours: { type: 'string' },
    deeds: { type: 'string' },
    calm: { type: 'boolean' },
  },
  async run(say, options): Promise<Findings> {
    const { count, seed, ...more } = options as WorldsOptions;
    const first = Number(seed ?? 1);
    const worlds = Number(count ?? (seed === undefined ? WHOLE : 1));
    const comparison = new Comparison();
    const broken: string[] = [];
    for (let number = first; number < first + worlds; number++) {
      const wish = wishOf(number, more);
      const { ours, theirs } = await bothWays(wish);
      comparison.add(wish.seed, ours, theirs);
      if (ours.broken.length > 0) {
        broken.push(await toldOf(wish, ours.broken[0]!));
        say(broken.at(-1)!);
      }
      if ((number - first + 1) % 50 === 0) say(`${number - first + 1} of ${worlds} worlds, ${broken.length} broken`);
    }
    return {
      measures: {
        'worlds-run': { value: worlds, unit: 'worlds' },
        'worlds-broken': { value: broken.length, unit: 'worlds', goal: '= 0' },
        ...comparison.measures(),
      },
      printed: [...broken, comparison.text()].join('\n'),
      partial: worlds !== WHOLE || first !== 1,
    };
  },
};

function wishOf(seed: number, { small, hours, deeds, calm }: Omit<WorldsOptions, 'count' | 'seed'>): WorldWish {
  return {
    seed,
    size: small === true ? 'small' : 'any',
    hours: hours === undefined ? undefined : Number(hours),
    deeds: deeds === undefined ? undefined : deeds === 'none' ? [] : deeds.split(',').map(Number),
    isCalm: calm === true,
  };
}

async function bothWays(wish: WorldWish): Promise<{ readonly ours: Witnessed; readonly theirs: Witnessed }> {
  const world = generateWorld(wish);
  return { ours: await witness(world, ourRescheduler), theirs: await witness(world, policyMover(none)) };
}

async function toldOf(wish: WorldWish, { promise, what, atMs }: Broken): Promise<string> {
  const small = await shrink(wish, atMs, async (smaller) =>
    (await witness(generateWorld(smaller), ourRescheduler)).broken.some((one) => one.promise === promise),
  );
  return `seed ${wish.seed} breaks "${promise}": ${what}\n    ${commandOf(small)}`;
}
