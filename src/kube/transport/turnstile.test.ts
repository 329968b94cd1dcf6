import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { priorities, type Priority } from './transport.ts';
import { Turnstile, type TurnstileOptions } from './turnstile.ts';

const unbounded = { lease: 1e6, act: 1e6, read: 1e6, status: 1e6, annotate: 1e6, event: 1e6 };
const options = { qps: 10, burst: 2, mostAtOnce: 1e6, longestLines: unbounded };
const never = new AbortController().signal;

/** Sends them in all at once and tells who came in, when (ms). */
async function order(names: readonly Priority[], more: Partial<TurnstileOptions> = {}): Promise<string[]> {
  const clock = new VirtualClock(0);
  const turnstile = new Turnstile({ ...options, ...more }, clock);
  const entered: string[] = [];
  for (const name of names) void turnstile.enter(name, never).then(() => entered.push(`${name} at ${clock.now()}`));
  await clock.advance(0); // whoever may come in now, does
  await clock.advance(100_000);
  return entered;
}

const cases: readonly { name: string; come: readonly Priority[]; want: readonly string[] }[] = [
  { name: 'a burst passes at once', come: ['event', 'read'], want: ['event at 0', 'read at 0'] },
  {
    name: 'then one a token, the most urgent first',
    come: ['event', 'event', 'event', 'annotate', 'status', 'read', 'act', 'lease'],
    want: [
      'event at 0',
      'event at 0',
      'lease at 100',
      'act at 200',
      'read at 300',
      'status at 400',
      'annotate at 500',
      'event at 600',
    ],
  },
];
for (const c of cases) test(c.name, async () => expect(await order(c.come)).toEqual(c.want));

test('tokens gather in a quiet spell, up to the burst', async () => {
  const clock = new VirtualClock(0);
  const turnstile = new Turnstile(options, clock);
  const entered: number[] = [];
  const enter = (): unknown => turnstile.enter('read', never).then(() => entered.push(clock.now()));
  for (let i = 0; i < 3; i += 1) enter();
  await clock.advance(0);
  await clock.advance(60_000);
  for (let i = 0; i < 4; i += 1) enter();
  await clock.advance(0);
  await clock.advance(1000);
  expect(entered).toEqual([0, 0, 100, 60_000, 60_000, 60_100, 60_200]);
});

test('only so many are under way; whoever leaves makes room; a lease is let in regardless', async () => {
  const turnstile = new Turnstile({ ...options, qps: 1e6, burst: 1e6, mostAtOnce: 1 }, new VirtualClock(0));
  const entered: string[] = [];
  const leave = await turnstile.enter('event', never);
  const read = turnstile.enter('read', never).then((through) => (entered.push('read'), through));
  await turnstile.enter('lease', never).then((through) => (entered.push('lease'), through()));
  expect(entered).toEqual(['lease']);
  leave();
  leave(); // twice does no harm
  await read;
  expect(entered).toEqual(['lease', 'read']);
});

test('a line that is too long turns away the next at once', async () => {
  const longestLines = { ...unbounded, event: 2 };
  const turnstile = new Turnstile({ ...options, burst: 1, longestLines }, new VirtualClock(0));
  await turnstile.enter('event', never);
  for (let i = 0; i < 2; i += 1) void turnstile.enter('event', never);
  await expect(turnstile.enter('event', never)).rejects.toMatchObject({ code: 'kube/throttled', taken: 'no' });
  const clock = new VirtualClock(0);
  await new Turnstile({ ...options, longestLines }, clock).enter('read', never); // others have lines of their own
});

test('whoever gives up leaves the line, with the reason; the place is free', async () => {
  const clock = new VirtualClock(0);
  const turnstile = new Turnstile({ ...options, burst: 1, longestLines: { ...unbounded, event: 1 } }, clock);
  await turnstile.enter('event', never);
  const controller = new AbortController();
  const given = turnstile.enter('event', controller.signal);
  controller.abort(new Error('enough'));
  await expect(given).rejects.toThrow('enough');
  const next = turnstile.enter('event', never).then(() => clock.now());
  await clock.advance(1000);
  expect(await next).toBe(100);
});

interface Arrival {
  readonly afterMs: number;
  readonly priority: Priority;
  readonly givesUpAfterMs: number | undefined;
  readonly staysMs: number;
}

const arrivals = fc.array(
  fc.record<Arrival>({
    afterMs: fc.nat(300),
    priority: fc.constantFrom(...priorities),
    givesUpAfterMs: fc.option(fc.nat(500), { nil: undefined, freq: 4 }),
    staysMs: fc.nat(400),
  }),
  { maxLength: 60 },
);

interface Visit {
  readonly priority: Priority;
  readonly cameAt: number;
  readonly place: number;
  enteredAt: number | undefined;
  leftAt: number | undefined;
  gaveUpAt: number | undefined;
}

const rank = (visit: Visit): number => priorities.indexOf(visit.priority);

/** Plays a run of arrivals; the visits, in order of entering. */
async function play(run: readonly Arrival[], rate: TurnstileOptions): Promise<{ all: Visit[]; entered: Visit[] }> {
  const clock = new VirtualClock(0);
  const turnstile = new Turnstile(rate, clock);
  const all: Visit[] = [];
  const entered: Visit[] = [];
  const visit = async ({ priority, givesUpAfterMs, staysMs }: Arrival): Promise<void> => {
    const mine: Visit = {
      priority,
      cameAt: clock.now(),
      place: all.length,
      enteredAt: undefined,
      leftAt: undefined,
      gaveUpAt: undefined,
    };
    all.push(mine);
    const controller = new AbortController();
    if (givesUpAfterMs !== undefined) void clock.sleep(givesUpAfterMs).then(() => controller.abort());
    try {
      const leave = await turnstile.enter(priority, controller.signal);
      mine.enteredAt = clock.now();
      entered.push(mine);
      await clock.sleep(staysMs);
      mine.leftAt = clock.now();
      leave();
    } catch {
      mine.gaveUpAt = clock.now();
    }
  };
  for (const arrival of run) {
    await clock.advance(arrival.afterMs);
    void visit(arrival);
    await clock.advance(0); // whoever may come in now, does
  }
  await clock.advance(1_000_000);
  return { all, entered };
}

test('for any run of arrivals the rate holds, the order holds, and nobody is forgotten', async () => {
  const rates = fc.record({
    qps: fc.integer({ min: 1, max: 50 }),
    burst: fc.integer({ min: 1, max: 10 }),
    mostAtOnce: fc.integer({ min: 1, max: 5 }),
  });
  await fc.assert(
    fc.asyncProperty(arrivals, rates, async (run, rate) => {
      const { all, entered } = await play(run, { ...rate, longestLines: unbounded });
      // everybody came in or gave up
      expect(all.every((visit) => (visit.enteredAt === undefined) !== (visit.gaveUpAt === undefined))).toBe(true);
      for (const [at, visit] of entered.entries()) {
        const now = visit.enteredAt!;
        // any stretch of time lets in no more than the burst and what flowed in meanwhile
        for (let first = 0; first <= at; first += 1) {
          const span = now - entered[first]!.enteredAt!;
          expect(at - first + 1).toBeLessThanOrEqual(rate.burst + (span * rate.qps) / 1000 + 1e-6);
        }
        // no more than allowed are under way, leases apart
        const inside = entered.slice(0, at).filter((other) => other.leftAt === undefined || other.leftAt > now);
        if (visit.priority !== 'lease') expect(inside.length).toBeLessThan(rate.mostAtOnce);
        // nobody more urgent, and nobody equal who came before, was still waiting
        const waited = all.filter((other) => other.cameAt < now && (other.enteredAt ?? other.gaveUpAt!) > now);
        expect(waited.filter((other) => rank(other) < rank(visit))).toEqual([]);
        expect(waited.filter((other) => rank(other) === rank(visit) && other.place < visit.place)).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);
