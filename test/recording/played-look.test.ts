import { expect, test } from 'vitest';
import type { Config } from '#app/config/schema.ts';
import { readConfig } from '#app/config/read-config.ts';
import { loadWanted } from '#app/load-sources.ts';
import type { ClusterLists } from '#app/once/cluster-lists.ts';
import { knownFrom } from '#app/once/known-cluster.ts';
import { lookThrough } from '#app/once/look-at-load.ts';
import type { Look } from '#controllers/look-once.ts';
import type { RawSeries } from '#load/sample.ts';
import type { Clock } from '#ports/clock.ts';
import type { LoadSource, PastStep, SignalReading } from '#ports/load-source.ts';
import type { HeardLook } from '#ports/recording.ts';
import { anInstance } from '#simulation/replay/fixtures/an-instance.ts';
import { playedLoad } from '#sources/recording/played-load.ts';
import { aHeardLook, aSession } from '#test/support/heard-look.ts';
import { lookAtEndOf } from '#test/support/recording-of.ts';

const MIDNIGHT = Date.UTC(2026, 10, 30);
const HOUR = 3_600_000;
const { objects } = lookAtEndOf(anInstance({ nodes: 2, start: [0, 0, 1], use: [3, 4, 1] }), MIDNIGHT);
const { version } = aSession(MIDNIGHT).cluster;

/** Everything goes up and down with the time of day, each at its own pace. */
const valueAt = (at: number, pace: number): number => 0.5 + 0.4 * Math.sin((at * pace) / HOUR);

/** Remembers everything, as a Prometheus does. */
function remembering(clock: Clock): LoadSource {
  const nodes = (at: number, pace: number): RawSeries[] =>
    ['n0', 'n1'].map((node, place) => ({ labels: { node }, value: valueAt(at, pace + place), takenAt: at }));
  const pods = (at: number, pace: number): RawSeries[] =>
    objects!.Pod!.map(({ metadata }, place) => ({
      labels: { namespace: 'shop', pod: metadata.name },
      value: valueAt(at, pace + place),
      takenAt: at,
    }));
  const readingAt = (signal: string, at: number): SignalReading => {
    const about = { kind: 'read', signal, source: 'prometheus', tookMs: 1 } as const;
    if (signal === 'pod-cpu') return { ...about, unit: 'cores', series: pods(at, 3) };
    if (signal === 'pod-memory') return { ...about, unit: 'bytes', series: pods(at, 5) };
    return { ...about, unit: 'ratio', series: nodes(at, signal.length) };
  };
  return {
    name: 'mixed',
    signals: ['cpu', 'memory'],
    read: ({ signals }) =>
      Promise.resolve({
        signals: signals.map((signal) => readingAt(signal, clock.now())),
        pods: {
          kind: 'read',
          source: 'prometheus',
          cpuCores: pods(clock.now(), 3),
          memoryBytes: pods(clock.now(), 5),
        },
        problems: [],
        warnings: [],
        isDegraded: false,
      }),
    past: ({ signals, fromMs, toMs, stepMs }) =>
      Promise.resolve(
        Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step) => {
          const atMs = fromMs + step * stepMs;
          return { atMs, signals: signals.map((signal) => readingAt(signal, atMs)) };
        }),
      ),
    close: () => Promise.resolve(),
  };
}

function config(): Config {
  const reading = readConfig({ environment: {}, flags: new Map() });
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  return reading.config;
}

const standing = (at: number): Clock => ({ now: () => at, sleep: () => Promise.resolve() });

function looked(source: LoadSource, clock: Clock, historyMs: number): Promise<Look> {
  const known = knownFrom(version, aHeardLook({ at: clock.now(), objects: objects! }).objects);
  const lists: ClusterLists = {
    ...known,
    nodes: { kind: 'listed', items: known.nodes },
    pods: { kind: 'listed', items: known.pods },
  };
  return lookThrough(
    { ...loadWanted(config()), source },
    { clock, config: config(), signal: new AbortController().signal },
    { lists, pods: 'asked', historyMs, observeForMs: 0, observing: () => undefined },
  );
}

/** A look as it is recorded: with what it was told of the past. */
async function heard(at: number, historyMs: number): Promise<HeardLook> {
  const source = remembering(standing(at));
  const past: PastStep[] = [];
  const heeding: LoadSource = {
    ...source,
    async past(ask) {
      const steps = await source.past(ask);
      past.push(...steps);
      return steps;
    },
  };
  const { begunAt, pass, reading } = await looked(heeding, standing(at), historyMs);
  return { ...aHeardLook({ at, objects: objects! }), begunAt, readAt: pass.at, past, reading };
}

const seen = ({ view, podUse, past, reading }: Look): object => ({
  now: view.now,
  nodes: ['uid-n0', 'uid-n1'].map((uid) => view.explain(view.rowOf(uid)!)),
  pods: objects!.Pod!.map(({ metadata: { namespace = '', name, uid } }) => view.pod({ namespace, name, uid })),
  podUse,
  past,
  read: reading.pods,
});

test('the last of many recorded looks sees what a look at the live cluster sees, with the whole day before', async () => {
  const first = MIDNIGHT + 20 * HOUR + 12_345;
  const looks: HeardLook[] = [await heard(first, 24 * HOUR)];
  for (let minutes = 5; minutes <= 60; minutes += 5) {
    // a look is late now and then, and asks for what was missed
    const at = first + minutes * 60_000 + (minutes % 20) * 1000;
    looks.push(await heard(at, at - looks.at(-1)!.readAt + 300_000));
  }
  const last = looks.pop()!;
  const live = await looked(remembering(standing(last.begunAt)), standing(last.begunAt), 24 * HOUR);
  const { source, clock } = playedLoad(last, looks);
  const again = await looked(source, clock, 24 * HOUR);
  expect(seen(again)).toEqual(seen(live));
  expect(live.podUse.length).toBe(288);
});
