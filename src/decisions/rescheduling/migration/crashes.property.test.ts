import { assert, constantFrom, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { isFinished, type MigrationMode, type PodMigration, podMigrationSchema } from '#api/pod-migration.ts';
import { rngOf } from '#base/rng.ts';
import { SmallWorld } from '#test/support/migration/small-world.ts';
import { afterVerb } from './after-verb.ts';
import { LOWEST_DELETION_COST } from './surge/deletion-cost.ts';
import { migrationDefaults } from './migration-options.ts';
import type { MigrationView } from './migration-view.ts';
import { nextStep } from './next-step.ts';

const options = migrationDefaults;

/** Who carries a migration out, may crash between any two things, sees the world late, and is sometimes two. */
class Carrier {
  stored: PodMigration;
  readonly world: SmallWorld;
  readonly #float: () => number;
  readonly #crashes: number;
  readonly #migrations: PodMigration[] = [];
  readonly #views: MigrationView[] = [];
  #version = 1;

  constructor(world: SmallWorld, mode: MigrationMode, crashes: number, float: () => number) {
    this.world = world;
    this.#crashes = crashes;
    this.#float = float;
    const [pod] = world.pods.values();
    this.stored = {
      metadata: { namespace: 'shop', name: 'm', uid: 'mig', resourceVersion: '1' },
      spec: {
        podRef: { name: pod!.name, uid: pod!.uid },
        mode,
        reason: 'n1 is hot.',
        deadline: new Date(world.now + 3_600_000).toISOString(),
      },
    };
  }

  round(): void {
    const migration = this.#perhapsLate(this.#migrations, this.stored);
    const view = this.#perhapsLate(this.#views, this.world.view(this.stored.spec.podRef.uid, 'mig'));
    const step = nextStep(migration, view, this.world.now, options);
    const { verb } = step;
    if (this.#crashed() || !this.#write(migration, step.status) || verb === undefined || this.#crashed()) return;
    const written = { ...this.stored, status: step.status };
    const outcome = this.world.act(verb);
    if (this.#crashed()) return;
    this.#write(written, afterVerb(written, { verb, outcome }, this.world.now, options));
  }

  /** The present, or what it was up to eleven rounds ago, as a cache would show it. */
  #perhapsLate<T>(past: T[], present: T): T {
    past.unshift(present);
    past.length = Math.min(past.length, 12);
    const late = past.at(Math.floor(this.#float() * past.length))!;
    return this.#chance(this.#crashes) ? late : present;
  }

  #crashed(): boolean {
    return this.#chance(this.#crashes);
  }

  #chance(odds: number): boolean {
    return this.#float() < odds;
  }

  /** Refused where somebody else wrote since, as the API server does. */
  #write({ metadata }: PodMigration, status: PodMigration['status']): boolean {
    if (metadata.resourceVersion !== this.stored.metadata.resourceVersion) return false;
    if (JSON.stringify(status) === JSON.stringify(this.stored.status)) return true;
    this.#version += 1;
    this.stored = { ...this.stored, metadata: { ...metadata, resourceVersion: String(this.#version) }, status };
    expect(podMigrationSchema.safeParse(this.stored).error).toBeUndefined();
    return true;
  }
}

/** Plays until it is over; two hours of trouble, then calm. */
function played(seed: number, mode: MigrationMode, trouble: number): Carrier {
  const rng = rngOf(seed);
  const world = new SmallWorld(rng, {
    verbFails: trouble,
    podDoomed: trouble,
    userMeddles: trouble / 4,
    budgetSpent: trouble * 2,
  });
  const carrier = new Carrier(world, mode, trouble, rng.float);
  const startedAt = world.now;
  while (
    !(carrier.stored.status !== undefined && isFinished(carrier.stored)) &&
    world.now < startedAt + 8 * 3_600_000
  ) {
    if (world.now > startedAt + 2 * 3_600_000) world.calm();
    for (let rounds = 1 + rng.int(4); rounds > 0; rounds--) carrier.round();
    world.pass(1000 + rng.int(30_000));
  }
  return carrier;
}

const modes = constantFrom<MigrationMode>('Auto', 'Evict', 'Surge');
const troubles = constantFrom(0, 0.05, 0.2, 0.4);

test('whatever crashes or breaks: it ends, nothing is evicted twice, nothing of ours is left, and what is told is true', () => {
  const ends = new Map<string, number>();
  assert(
    property(integer(), modes, troubles, (seed, mode, trouble) => {
      const { stored, world } = played(seed, mode, trouble);
      const { status, spec } = stored;
      expect(isFinished(stored), JSON.stringify(status)).toBe(true);
      expect(world.evicted.length).toBeLessThanOrEqual(1);
      expect(world.evicted.filter((uid) => uid !== spec.podRef.uid)).toEqual([]);
      const left = [...world.pods.values()];
      expect(left.filter(({ mark, isOwned }) => mark !== undefined && !isOwned)).toEqual([]);
      expect(
        left.filter(({ deletionCost, goneBy }) => deletionCost === LOWEST_DELETION_COST && goneBy === undefined),
      ).toEqual([]);
      if (status!.phase === 'Succeeded') {
        expect(world.pods.has(spec.podRef.uid)).toBe(false);
        if (status!.landedNode !== undefined) expect(status!.landedNode).not.toBe('n1');
      }
      const lives = left.some(({ mark, isOwned }) => mark !== undefined && isOwned);
      // a clone that was adopted and then taken away by somebody else leaves no trace to tell of
      const isUndone = world.evicted.length === 0 && !lives && world.pods.has(spec.podRef.uid);
      if (world.evicted.length + world.adoptions > 0 && !isUndone) {
        expect(['Succeeded', 'Failed']).toContain(status!.phase);
      }
      if (lives) expect([status!.adoptedAt === undefined, world.evicted]).toEqual([false, []]);
      const end = `${status!.phase}/${status!.history!.at(-1)!.reason}`;
      ends.set(end, (ends.get(end) ?? 0) + 1);
    }),
    {
      numRuns: 1000,
      examples: [
        [-453_952_489, 'Auto', 0.2],
        [1_724_496_902, 'Auto', 0.2],
      ],
    },
  );
  // a property of moves that all end the same way would say little
  expect([...ends.keys()]).toEqual(
    expect.arrayContaining(['Succeeded/Cooled', 'Failed/CameBack', 'Withdrawn/SourceCooled']),
  );
  expect(ends.size).toBeGreaterThan(8);
});
