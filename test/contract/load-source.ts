import { expect } from 'vitest';
import type { RawSeries } from '#load/sample.ts';
import type { Unit } from '#load/signals/signal.ts';
import type { LoadSource, LoadSourceName, PastAsk, PodsReading, ReadAsk, SignalReading } from '#ports/load-source.ts';

/** What there is to read of one signal. */
export interface Measured {
  readonly unit: Unit;
  /** By what the labels of a series say, joined by blanks. */
  readonly values: Readonly<Record<string, number>>;
  /** Milliseconds since the Unix epoch: long enough ago to be told from the time of reading. */
  readonly takenAt: number;
  readonly windowMs?: number;
}

/** A source to be held to its contract, and what its server holds. */
export interface LoadSourceUnderTest {
  readonly source: LoadSource;
  /** Whose name its answers bear, where that is not its own. */
  readonly answering?: LoadSourceName;
  readonly measured: Readonly<Record<string, Measured>>;
  /** One that fails while the others are read. */
  readonly failing: string;
  readonly pods: { readonly cpuCores: Measured; readonly memoryBytes: Measured } | 'not-known';
  /** A span of the past in which every signal was measured at every step; absent where nothing is remembered. */
  readonly past?: Omit<PastAsk, 'signals'>;
  /** What the server was asked so far, as texts. */
  readonly asked: () => readonly string[];
  /** The same kind of source, at a place where nobody answers. */
  readonly unreachable: () => LoadSource;
}

/** What every source of load promises. */
export const loadSourceContract: Readonly<Record<string, (subject: LoadSourceUnderTest) => Promise<void>>> = {
  'it says which signals it can answer for': async ({ source, measured }) => {
    expect(source.signals).toEqual(expect.arrayContaining(Object.keys(measured)));
  },

  'samples carry their own time, unit and window, in the order asked for': async ({ source, measured, answering }) => {
    const signals = Object.keys(measured).toReversed();
    const reading = await source.read(ask(signals));
    expect(reading.signals.map(({ signal }) => signal)).toEqual(signals);
    for (const one of reading.signals) expectMeasured(one, measured[one.signal]!, answering ?? source.name);
    expect([reading.problems, reading.isDegraded, reading.pods]).toEqual([[], false, { kind: 'not-asked' }]);
  },

  'a series can be gone through as often as wanted': async ({ source, measured }) => {
    const { signals } = await source.read(ask(Object.keys(measured)));
    for (const one of signals) expect(seriesOf(one)).toEqual(seriesOf(one));
  },

  'a signal that fails leaves the others, and is told once with what to do': async ({
    source,
    measured,
    failing,
    answering,
  }) => {
    const signals = [failing, ...Object.keys(measured)];
    const reading = await source.read(ask(signals));
    expect(reading.signals[0]).toMatchObject({ kind: 'failed', signal: failing, source: answering ?? source.name });
    for (const one of reading.signals.slice(1)) expectMeasured(one, measured[one.signal]!, answering ?? source.name);
    expect(reading.problems.map((problem) => problem.signals)).toEqual([[failing]]);
    expect(reading.problems[0]!.fault.remedy).not.toBe('');
    expect(reading.isDegraded).toBe(true);
  },

  'a name that is no signal is read as failed': async ({ source, measured, answering }) => {
    const reading = await source.read(ask([...Object.keys(measured), 'no-such-signal']));
    expect(reading.signals.at(-1)).toMatchObject({
      kind: 'failed',
      signal: 'no-such-signal',
      source: answering ?? source.name,
    });
    expect(reading.problems.map((problem) => problem.signals)).toEqual([['no-such-signal']]);
  },

  'pods are read where it knows them, and else said not to be known': async ({ source, pods, answering }) => {
    const reading = await source.read({ signals: [], pods: 'asked' });
    if (pods === 'not-known') {
      expect(reading.pods).toMatchObject({ kind: 'failed', faults: [{ remedy: expect.stringMatching(/\w/) }] });
      return;
    }
    expectPods(reading.pods, pods, answering ?? source.name);
  },

  'it asks for the cluster as a whole, and nothing of any node': async ({ source, measured, asked }) => {
    const signals = Object.keys(measured);
    await source.read({ signals, pods: 'asked' });
    const [before, names] = [asked().length, signals.flatMap((signal) => Object.keys(measured[signal]!.values))];
    await source.read({ signals, pods: 'asked' });
    const questions = asked().slice(before);
    expect(questions.length).toBeLessThanOrEqual(signals.length + 2); // and two for pods
    expect(questions.filter((question) => names.some((name) => question.includes(name)))).toEqual([]);
  },

  'what is aborted rejects with the reason': async ({ source, measured }) => {
    const signals = Object.keys(measured);
    const reason = new Error('the pass is over');
    const early = AbortSignal.abort(reason);
    await expect(source.read({ ...ask(signals), abort: early })).rejects.toBe(reason);
    const ending = new AbortController();
    const under = source.read({ ...ask(signals), abort: ending.signal });
    ending.abort(reason);
    await expect(under).rejects.toBe(reason);
  },

  'where nobody answers, every signal has failed and one problem says so': async ({ measured, unreachable }) => {
    const source = unreachable();
    const signals = Object.keys(measured);
    const reading = await source.read(ask(signals));
    expect(reading.signals.map(({ kind }) => kind)).toEqual(signals.map(() => 'failed'));
    expect(reading.problems.map((problem) => problem.signals)).toEqual([signals]);
    expect(reading.isDegraded).toBe(true);
    await source.close();
  },

  'the past comes step by step, oldest first, each sample at its own time': async ({
    source,
    measured,
    past,
    answering,
  }) => {
    const signals = Object.keys(measured);
    const span = past ?? { fromMs: 0, toMs: 60_000, stepMs: 30_000 };
    const steps = await source.past({ ...span, signals });
    if (past === undefined) return expect(steps).toEqual([]);
    expect(steps.map(({ atMs }) => atMs)).toEqual(instantsOf(span));
    for (const { atMs, signals: readings } of steps) {
      expect(readings.map(({ signal }) => signal)).toEqual(signals);
      for (const one of readings)
        expectMeasured(one, { ...measured[one.signal]!, takenAt: atMs }, answering ?? source.name);
    }
  },

  'the past of what it does not know has failed, or is not there': async ({ source, past }) => {
    const steps = await source.past({ ...(past ?? { fromMs: 0, toMs: 0, stepMs: 1000 }), signals: ['no-such-signal'] });
    expect(steps.flatMap(({ signals }) => signals).filter(({ kind }) => kind === 'read')).toEqual([]);
  },

  'it can be closed, and closed again': async ({ source }) => {
    await source.close();
    await source.close();
  },
};

function ask(signals: readonly string[]): ReadAsk {
  return { signals, pods: 'not-asked' };
}

function seriesOf(reading: SignalReading): readonly RawSeries[] {
  return reading.kind === 'read' ? [...reading.series] : [];
}

function expectMeasured(reading: SignalReading, measured: Measured, source: string): void {
  expect(reading).toMatchObject({ kind: 'read', source, unit: measured.unit });
  expectSeries(seriesOf(reading), measured);
}

function expectPods(
  reading: PodsReading,
  { cpuCores, memoryBytes }: { readonly cpuCores: Measured; readonly memoryBytes: Measured },
  source: string,
): void {
  if (reading.kind !== 'read') throw new Error(`pods were ${reading.kind}: ${JSON.stringify(reading)}`);
  expect(reading.source).toBe(source);
  expectSeries([...reading.cpuCores], cpuCores);
  expectSeries([...reading.memoryBytes], memoryBytes);
}

function expectSeries(series: readonly RawSeries[], { values, takenAt, windowMs }: Measured): void {
  const read = series.map(({ labels, value }) => [Object.values(labels).join(' '), Number(value)] as const);
  expect(Object.fromEntries(read)).toEqual(
    Object.fromEntries(Object.entries(values).map(([of, value]) => [of, expect.closeTo(value, 6)])),
  );
  expect(new Set(series.map((one) => one.takenAt))).toEqual(new Set([takenAt]));
  expect(new Set(series.map((one) => one.windowMs))).toEqual(new Set([windowMs]));
}

function instantsOf({ fromMs, toMs, stepMs }: Omit<PastAsk, 'signals'>): readonly number[] {
  return Array.from({ length: Math.floor((toMs - fromMs) / stepMs) + 1 }, (_, step) => fromMs + step * stepMs);
}
