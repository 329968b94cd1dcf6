import { expect, test } from 'vitest';
import type { LoadSource } from '#ports/load-source.ts';
import { aNode, NOW, signals } from '#test/support/a-load.ts';
import { inventedSource } from '#test/support/invented-source.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { loadDefaults } from '#load/options.ts';
import { lookOnce } from './look-once.ts';

const never = new AbortController().signal;
const lines = { signals, options: loadDefaults, prefix: 'metrics.' };
const options = {
  lines,
  nodeLabel: undefined,
  intervalMs: 30_000,
  sampleEveryMs: 30_000,
  pods: 'not-asked',
  observeForMs: 0,
  historyMs: 0,
} as const;

function ports(clock: VirtualClock, source: LoadSource) {
  const node = { ...aNode('n1'), createdAt: NOW - 3_600_000, marks: {}, marksSince: NOW };
  return { clock, source, roster: { nodes: [node], pods: [], nodeOfPod: () => undefined } };
}

/** A source whose samples are always new, and that remembers nothing. */
function forgetful(clock: VirtualClock, cpu: number): LoadSource & { readonly asked: readonly string[] } {
  const values = { n1: cpu };
  const source = inventedSource({ signals: { cpu: { values }, memory: { values } } });
  return {
    ...source,
    asked: source.asked,
    read: (ask) => {
      const takenAt = clock.now();
      return inventedSource({ signals: { cpu: { values, takenAt }, memory: { values, takenAt } } }).read(ask);
    },
  };
}

test('where the past is remembered, one look has a whole verdict, and watches no longer', async () => {
  const clock = new VirtualClock(NOW);
  const values = { n1: 0.93 };
  const source = inventedSource({ signals: { cpu: { values, takenAt: NOW }, memory: { values } }, remembers: true });
  const look = await lookOnce(
    ports(clock, source),
    { ...options, observeForMs: 120_000 },
    {
      signal: never,
      observing: () => expect.unreachable(),
    },
  );
  expect(look).toMatchObject({ past: 'remembered', readings: 1 });
  expect(look.view.verdict(0)).toBe('hot');
});

test('where nothing is remembered, one look is one sample deep', async () => {
  const clock = new VirtualClock(NOW);
  const look = await lookOnce(ports(clock, forgetful(clock, 0.93)), options, {
    signal: never,
    observing: () => expect.unreachable(),
  });
  expect(look).toMatchObject({ past: 'not-remembered', readings: 1 });
  expect(look.view.verdict(0)).toBe('unknown');
  expect(look.view.explain(0).because[0]).toMatchObject({ signal: 'cpu', above: 1, depth: 1 });
});

test('watching for two minutes takes five samples, tells what is left, and comes to a verdict', async () => {
  const clock = new VirtualClock(NOW);
  const left: number[] = [];
  const looking = lookOnce(
    ports(clock, forgetful(clock, 0.93)),
    { ...options, observeForMs: 120_000 },
    {
      signal: never,
      observing: (leftMs) => left.push(leftMs / 1000),
    },
  );
  for (let wait = 0; wait < 4; wait++) {
    await clock.whenSleeping();
    await clock.advance(30_000);
  }
  const look = await looking;
  expect(left).toEqual([120, 90, 60, 30]);
  expect(look.readings).toBe(5);
  expect(look.view.verdict(0)).toBe('hot');
});

test('an interruption ends the watch with its own reason', async () => {
  const clock = new VirtualClock(NOW);
  const interruption = new AbortController();
  const looking = lookOnce(
    ports(clock, forgetful(clock, 0.5)),
    { ...options, observeForMs: 120_000 },
    {
      signal: interruption.signal,
      observing: () => undefined,
    },
  );
  const ended = expect(looking).rejects.toThrow('enough');
  await clock.whenSleeping();
  interruption.abort(new Error('enough'));
  await ended;
});
