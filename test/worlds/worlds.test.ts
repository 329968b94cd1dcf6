import { describe, expect, test } from 'vitest';
import { policyMover } from '#simulation/mover.ts';
import { ourRescheduler as ours } from '#simulation/our-rescheduler.ts';
import { lowNodeUtilization, lowNodeUtilizationForms } from '#simulation/policies/low-node-utilization.ts';
import { generateWorld } from './generate-world.ts';
import { shrink } from './shrink.ts';
import { witness } from './witness.ts';
import { commandOf, type WorldWish } from './world-wish.ts';

const careless = policyMover(lowNodeUtilization(lowNodeUtilizationForms[0]!));

const smallWorld = (seed: number, more: Partial<WorldWish> = {}): WorldWish => ({ seed, size: 'small', ...more });

describe('200 worlds of chance with faults of every kind: no promise is broken', () => {
  const perTest = 20;
  test.each(Array.from({ length: 10 }, (_, place) => 1 + place * perTest))(
    'from seed %i on',
    async (first) => {
      const broken: string[] = [];
      let moves = 0;
      for (let seed = first; seed < first + perTest; seed++) {
        const wish = smallWorld(seed);
        const witnessed = await witness(generateWorld(wish), ours);
        moves += witnessed.moves;
        broken.push(...witnessed.broken.map(({ promise, what }) => `${promise}: ${what}\n  ${commandOf(wish)}`));
      }
      expect(broken).toEqual([]);
      // worlds in which nothing moves would promise little
      expect(moves).toBeGreaterThan(5);
    },
    240_000,
  );
});

/** Beyond the 200, worlds that showed planted faults: acting without office, evicting past a budget, leaving a clone. */
test.each([267, 367, 411])('of seed %i: no promise is broken', async (seed) => {
  const { broken } = await witness(generateWorld(smallWorld(seed)), ours);
  expect(broken).toEqual([]);
});

test('steady load: moves go to zero and stay there', async () => {
  const steady = [8, ...Array.from({ length: 15 }, (_, place) => 1000 + place)]
    .map((seed) => smallWorld(seed, { hours: 6 }))
    .map((wish) => generateWorld(wish))
    .filter(({ isSteady }) => isSteady);
  let moves = 0;
  for (const world of steady) {
    const witnessed = await witness(world, ours);
    expect(witnessed.broken).toEqual([]);
    moves += witnessed.moves;
  }
  expect(moves).toBeGreaterThan(0);
});

test('who evicts without guards is seen to break what we promise', async () => {
  const seen = new Set<string>();
  for (let seed = 1; seed <= 8; seed++) {
    const world = generateWorld(smallWorld(seed));
    // policies of the replay know equal nodes only
    const [first] = world.spec.nodes;
    const nodes = world.spec.nodes.map((node) => ({ ...node, cpuCores: first!.cpuCores }));
    const { broken } = await witness({ ...world, spec: { ...world.spec, nodes, deeds: [] } }, careless);
    for (const { promise } of broken) seen.add(promise);
  }
  expect([...seen].toSorted()).toEqual(['cooldowns hold', 'limits hold']);
});

test('the same wish is the same world to the byte, and goes by to the byte', async () => {
  const told = async (): Promise<string> => {
    const lines: string[] = [];
    const { score } = await witness(generateWorld(smallWorld(7)), ours, (line) => lines.push(JSON.stringify(line)));
    return [...lines, JSON.stringify(score)].join('\n');
  };
  expect(await told()).toBe(await told());
});

test('a world that breaks a promise is shrunk to what it takes', async () => {
  const wish = smallWorld(187);
  const deeds = generateWorld(wish).spec.deeds.length;
  expect(deeds).toBeGreaterThan(3);
  const needed = 2;
  const small = await shrink(wish, 30 * 60_000, async (smaller) => smaller.deeds?.includes(needed) ?? true);
  expect(small).toMatchObject({ deeds: [needed], isCalm: true });
  expect(commandOf(small)).toBe('npm run bench -- worlds --seed 187 --small --hours 1 --deeds 2 --calm');
});
