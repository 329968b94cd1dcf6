import { availableParallelism } from 'node:os';
import type { WorldWish } from '#test/worlds/world-wish.ts';
import type { Findings, Suite } from '../measure.ts';
import { allWorlds } from '../worlds/all-worlds.ts';
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
    const wishes = Array.from({ length: worlds }, (_, at) => wishOf(first + at, more));
    const startedAt = performance.now();
    for await (const world of allWorlds(wishes, availableParallelism())) {
      comparison.add(world);
      if (world.broken !== undefined) {
        broken.push(world.broken);
        say(world.broken);
      }
      if (comparison.count % 50 === 0) say(`${comparison.count} of ${worlds} worlds, ${broken.length} broken`);
    }
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      measures: {
        'worlds-run': { value: worlds, unit: 'worlds' },
        'worlds-broken': { value: broken.length, unit: 'worlds', goal: '= 0' },
        ...comparison.measures(),
        'world-seconds': { value: seconds / worlds, unit: 's' },
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
