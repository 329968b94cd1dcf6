import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { PodMigration } from '#api/pod-migration.ts';
import type { Hands } from '#controllers/migrations/carry-out.ts';
import { cutOff } from '#test/support/fault-proxy/cut-off.ts';
import { moveTest as test } from '#test/support/moves/move-test.ts';
import type { Replica } from '#test/support/moves/replica.ts';
import { until } from '#test/support/until.ts';

const untilLeads = (what: string, replica: Replica): Promise<true> =>
  until(what, async () => (replica.leads() ? true : undefined));

/** Verbs in the order in which a move comes to them: after each of them whoever led is no more. */
const deaths = {
  Evict: ['rehearse', 'evict', 'mark'],
  Surge: ['createClone', 'lowerDeletionCost', 'adoptClone', 'mark'],
} as const;

type Verb = (typeof deaths)[keyof typeof deaths][number];

/** As they are, but for one: what it does is done, and whoever did it dies before it hears the answer. */
function deadAfter(verb: Verb, { evictor, surger, marker, ...hands }: Hands, die: () => void): Hands {
  const last =
    <By extends readonly unknown[], Outcome>(act: (...by: By) => Promise<Outcome>) =>
    async (...by: By): Promise<Outcome> => {
      const outcome = await act(...by);
      const abort = by.at(-1) as AbortSignal; // every verb ends with it
      die();
      while (!abort.aborted) await sleep(10);
      abort.throwIfAborted();
      return outcome;
    };
  return {
    ...hands,
    evictor: { ...evictor, ...pick(verb, evictor, last) },
    surger: { ...surger, ...pick(verb, surger, last) },
    marker: { ...marker, ...pick(verb, marker, last) },
  };
}

type Wrap = <By extends readonly unknown[], Outcome>(
  act: (...by: By) => Promise<Outcome>,
) => (...by: By) => Promise<Outcome>;

/** That verb of a hand, wrapped, if it has it. */
function pick<Hand extends object>(verb: Verb, hand: Hand, wrap: Wrap): Partial<Hand> {
  if (!(verb in hand)) return {};
  const act = hand[verb as unknown as keyof Hand] as (...by: readonly unknown[]) => Promise<unknown>;
  return { [verb]: wrap(act) } as unknown as Partial<Hand>;
}

const phaseOf = ({ status }: PodMigration): string => `${status!.phase}/${status!.history!.at(-1)!.reason}`;
const fates = { Evict: /^(Succeeded\/Cooled|Failed\/CameBack)$/, Surge: /^Succeeded\/Cooled$/ };

for (const mode of ['Evict', 'Surge'] as const) {
  for (const verb of deaths[mode]) {
    test(`${mode}: the leader dies after ${verb}, and whoever comes next goes on`, async ({
      stage,
      controlPlane: door,
    }) => {
      const app = await stage.start('web');
      const dead = Promise.withResolvers<void>();
      const first = stage.replica({ door, hands: (hands) => deadAfter(verb, hands, dead.resolve) });
      const move = await stage.want(app, mode);
      await dead.promise;
      await first.kill();
      stage.replica({ door, name: 'b' });
      const ended = await stage.ended(move);
      expect(phaseOf(ended)).toMatch(fates[mode]);
      await stage.expectTruth(app, move);
      if (mode === 'Surge') expect(app.ready.least()).toBe(app.replicas);
    });
  }
}

test('trap 52: two that both believe to act move two pods once each', async ({ stage, controlPlane: door }) => {
  const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
  for (const name of ['a', 'b']) stage.replica({ door, name });
  const moves = [await stage.want(apps[0], 'Evict'), await stage.want(apps[1], 'Surge')] as const;
  await Promise.all(moves.map((move) => stage.ended(move)));
  expect(await stage.expectTruth(apps[0], moves[0])).toMatch(fates.Evict);
  expect(await stage.expectTruth(apps[1], moves[1])).toMatch(fates.Surge);
  expect(apps[1].ready.least()).toBe(apps[1].replicas);
});

test('faults 22 and 23: of two that start at once the leader is cut off in mid-surge, and the other goes on', async ({
  stage,
  mover,
  proxy,
  door: throughProxy,
  controlPlane: door,
}) => {
  const app = await stage.start('web');
  const first = stage.replica({ door: throughProxy, office: 'held' });
  await untilLeads('the first to lead', first);
  const second = stage.replica({ door, name: 'b', office: 'held' });
  const move = await stage.want(app, 'Surge');
  await until('it to begin', async () => ((await mover.read(move)).status?.phase === 'Surging' ? true : undefined));
  const dark = cutOff(proxy.faults);
  await untilLeads('the second to lead', second);
  expect(first.leads()).toBe(false);
  await stage.ended(move);
  await dark.clear(); // what it held back arrives, late
  expect(await stage.expectTruth(app, move)).toBe('Succeeded/Cooled');
  expect(app.ready.least()).toBe(app.replicas);
});

for (const { name, machineAheadMs } of [
  { name: 'two hours ahead', machineAheadMs: 7_200_000 },
  { name: 'ten minutes behind', machineAheadMs: -600_000 },
]) {
  test(`fault 24: the clock of whoever comes next is ${name}`, async ({ stage, controlPlane: door }) => {
    const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
    const dead = Promise.withResolvers<void>();
    const first = stage.replica({ door, hands: (hands) => deadAfter('createClone', hands, dead.resolve) });
    const surge = await stage.want(apps[1], 'Surge');
    await dead.promise;
    await first.kill();
    stage.replica({ door, name: 'b', machineAheadMs });
    const eviction = await stage.want(apps[0], 'Evict');
    await Promise.all([surge, eviction].map((move) => stage.ended(move)));
    expect(await stage.expectTruth(apps[0], eviction)).toMatch(fates.Evict);
    expect(await stage.expectTruth(apps[1], surge)).toMatch(fates.Surge);
    expect(apps[1].ready.least()).toBe(apps[1].replicas);
  });
}
