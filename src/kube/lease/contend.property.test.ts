import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { contend, type Contention } from './contend.ts';
import { Machine } from './fixtures/machine.ts';
import { MemoryLeaseStore } from './fixtures/memory-lease-store.ts';
import { type Fate, Network } from './fixtures/network.ts';
import { leaseDefaults } from './options.ts';
import type { Leadership } from './term.ts';
import { Term } from './term.ts';

/** What happens to one contestant's machine. */
interface Incident {
  readonly afterMs: number;
  readonly to: number;
  readonly what: 'stall' | 'cut-off' | 'wall-clock-set' | 'release' | 'work-throws';
  readonly ms: number;
}

const onItsWayMs = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 300 }) },
  { weight: 2, arbitrary: fc.integer({ min: 300, max: 4900 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 20_000 }) },
);
const fate: fc.Arbitrary<Fate> = fc.record({
  thereMs: onItsWayMs,
  backMs: onItsWayMs,
  ends: fc.oneof(
    { weight: 5, arbitrary: fc.constant('well' as const) },
    fc.constantFrom('refused' as const, 'unanswered' as const, 'throttled' as const),
  ),
});
const incident: fc.Arbitrary<Incident> = fc.record({
  afterMs: fc.integer({ min: 0, max: 8000 }),
  to: fc.nat({ max: 2 }),
  what: fc.constantFrom('stall', 'stall', 'cut-off', 'cut-off', 'cut-off', 'wall-clock-set', 'release', 'work-throws'),
  ms: fc.integer({ min: 1, max: 25_000 }),
});
const place = fc.record({
  // who looks more often sees sooner what is stored, and takes sooner what is free
  retryPeriodMs: fc.constantFrom(2000, 200),
  fates: fc.oneof(fc.constant([fair()]), fc.array(fate, { minLength: 1, maxLength: 12 })),
});
const story = fc.record({
  places: fc.array(place, { minLength: 2, maxLength: 3 }),
  incidents: fc.array(incident, { maxLength: 10 }),
  lateness: fc.infiniteStream(fc.double({ min: 0, max: 0.999, noNaN: true })),
});

function fair(): Fate {
  return { thereMs: 5, backMs: 5, ends: 'well' };
}

/** One who contends, and comes back whenever it was released. */
class Contestant {
  readonly machine: Machine;
  readonly term: () => Term | undefined = () => this.#term;
  #term: Term | undefined;
  #contention: Contention;
  #fail: (error: Error) => void = () => undefined;
  readonly #join: () => Contention;

  constructor(machine: Machine, join: (work: (leadership: Leadership) => Promise<void>) => Contention) {
    this.machine = machine;
    this.#join = () => join((leadership) => this.#work(leadership));
    this.#contention = this.#join();
  }

  suffer({ what, ms }: Incident): void {
    if (what === 'stall') this.machine.stall(ms);
    else if (what === 'cut-off') this.machine.cutOff(ms);
    else if (what === 'wall-clock-set') this.machine.setWallClock(ms % 2 === 0 ? ms * 1000 : -ms * 1000);
    else if (what === 'work-throws') this.#fail(new Error('thrown by the work'));
    else void this.#contention.release().then(() => (this.#contention = this.#join()));
  }

  /** What a write begun now would be told: without asking, which would itself end a term that is too late. */
  get holds(): boolean {
    return this.#term !== undefined && this.#term.ending === undefined && this.#term.leftMs > 0;
  }

  /** Whether its work has not been told to stop, though it could have been. */
  get acts(): boolean {
    return this.#term !== undefined && !this.#term.signal.aborted && !this.machine.isStalled;
  }

  #work(leadership: Leadership): Promise<void> {
    if (!(leadership instanceof Term)) throw new Error('a leadership is a term');
    this.#term = leadership;
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      leadership.signal.addEventListener('abort', () => resolve());
    });
  }
}

test('however bad the network, the machines and the clocks: never do two hold the lease; once it is fair, one does', async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ places, incidents, lateness }) => {
      const world = new VirtualClock();
      const store = new MemoryLeaseStore();
      let weather: 'bad' | 'fair' = 'bad';
      const contestants = places.map(({ fates, retryPeriodMs }, index) => {
        const machine = new Machine(world);
        let asked = 0;
        const next = (): Fate => (weather === 'fair' ? fair() : fates[asked++ % fates.length]!);
        const reached = new Network(store, machine, world, next);
        const random = (): number => lateness.next().value;
        return new Contestant(machine, (work) =>
          contend(reached, work, { ...leaseDefaults, name: `machine-${index}`, retryPeriodMs, clock: machine, random }),
        );
      });
      const pass = async (ms: number): Promise<void> => {
        for (const until = world.now() + ms; world.now() < until;) {
          await world.advance(Math.min(100, until - world.now()));
          expect(contestants.filter((each) => each.holds).length, 'hold').toBeLessThanOrEqual(1);
          expect(contestants.filter((each) => each.acts).length, 'act').toBeLessThanOrEqual(1);
        }
      };
      await pass(5000);
      for (const each of incidents) {
        contestants[each.to % contestants.length]!.suffer(each);
        await pass(each.afterMs);
      }
      weather = 'fair';
      await pass(80_000);
      expect(contestants.filter((each) => each.holds).length).toBe(1);
    }),
    { numRuns: 40 },
  );
}, 120_000);
