import { expect, test } from 'vitest';
import type { LoadSourceName, SignalReading } from '#ports/load-source.ts';
import { type InventedSource, inventedSource, type InventedSourceOptions } from '#test/support/invented-source.ts';
import { mixedSource, type Precedence } from './mixed-source.ts';

const both: Precedence = { ofSignal: () => ['prometheus', 'metrics-api'], ofPods: ['prometheus', 'metrics-api'] };
const somebody = { values: { n1: 0.5 } };
const nobody = { values: {} };
const series = [{ labels: { namespace: 'shop', pod: 'web-1' }, value: 1, takenAt: 0 }];
const pods = { cpuCores: series, memoryBytes: series };

function mixed(
  prometheus: Omit<InventedSourceOptions, 'name'>,
  metricsApi: Omit<InventedSourceOptions, 'name'>,
  precedence: Precedence = both,
): { source: ReturnType<typeof mixedSource>; first: InventedSource; second: InventedSource } {
  const first = inventedSource({ name: 'prometheus', ...prometheus });
  const second = inventedSource({ name: 'metrics-api', ...metricsApi });
  return { source: mixedSource([first, second], precedence), first, second };
}

/** Signal, source that answered, and what was passed over. */
function told(reading: SignalReading): readonly unknown[] {
  const passedOver = reading.passedOver?.map(({ source, fault }) => `${source}: ${fault.message}`) ?? [];
  return [reading.signal, reading.kind, reading.source, ...passedOver];
}

test('each signal comes from the first in its order, and those behind are not asked', async () => {
  const { source, first, second } = mixed({ signals: { cpu: somebody } }, { signals: { cpu: somebody } });
  const { signals, isDegraded } = await source.read({ signals: ['cpu'], pods: 'not-asked' });
  expect(signals.map(told)).toEqual([['cpu', 'read', 'prometheus']]);
  expect([isDegraded, first.asked, second.asked]).toEqual([false, ['cpu'], []]);
});

test('orders are per signal', async () => {
  const orders: Readonly<Record<string, readonly LoadSourceName[]>> = {
    cpu: ['metrics-api', 'prometheus'],
    memory: ['prometheus'],
  };
  const signals = { cpu: somebody, memory: somebody };
  const { source } = mixed({ signals }, { signals }, { ofSignal: (signal) => orders[signal]!, ofPods: [] });
  const reading = await source.read({ signals: ['cpu', 'memory'], pods: 'not-asked' });
  expect(reading.signals.map(told)).toEqual([
    ['cpu', 'read', 'metrics-api'],
    ['memory', 'read', 'prometheus'],
  ]);
});

test('a signal that fails, or names nobody, is asked of the next; what was passed over is told, and degrades', async () => {
  const { source, first, second } = mixed(
    { signals: { cpu: 'fails', memory: nobody, load: somebody } },
    { signals: { cpu: somebody, memory: somebody } },
  );
  const reading = await source.read({ signals: ['cpu', 'memory', 'load'], pods: 'not-asked' });
  expect(reading.signals.map(told)).toEqual([
    ['cpu', 'read', 'metrics-api', 'prometheus: cpu fails'],
    ['memory', 'read', 'metrics-api', 'prometheus: memory names nobody'],
    ['load', 'read', 'prometheus'],
  ]);
  expect(reading.problems.map(({ signals }) => signals)).toEqual([['cpu'], ['memory']]);
  expect([reading.isDegraded, first.asked, second.asked]).toEqual([true, ['cpu memory load'], ['cpu memory']]);
});

test('A-13: a node that the first leaves out is not taken from the next', async () => {
  const { source, second } = mixed(
    { signals: { cpu: somebody } },
    { signals: { cpu: { values: { n1: 0.1, n2: 0.9 } } } },
  );
  const { signals } = await source.read({ signals: ['cpu'], pods: 'not-asked' });
  expect(signals).toMatchObject([{ source: 'prometheus', series: [{ labels: { node: 'n1' }, value: 0.5 }] }]);
  expect(second.asked).toEqual([]);
});

test('where all fail, the last says why, and those before are told', async () => {
  const { source } = mixed({ signals: { cpu: somebody }, isDown: true }, { signals: { cpu: 'fails' } });
  const { signals, problems } = await source.read({ signals: ['cpu'], pods: 'not-asked' });
  expect(signals.map(told)).toEqual([['cpu', 'failed', 'metrics-api', 'prometheus: nobody answers']]);
  expect(problems.map(({ fault }) => fault.message)).toEqual(['nobody answers', 'cpu fails']);
});

test('what none can answer is not among its signals; asked all the same, one says why not', async () => {
  const { source, first, second } = mixed({ signals: { cpu: somebody } }, { signals: {} });
  expect(source.signals).toEqual(['cpu']);
  const { signals } = await source.read({ signals: ['gpu'], pods: 'not-asked' });
  expect(signals.map(told)).toEqual([['gpu', 'failed', 'prometheus']]);
  expect([first.asked, second.asked]).toEqual([['gpu'], []]);
});

test('pods have an order of their own, and are asked for with the signals', async () => {
  const { source, first, second } = mixed({ signals: { cpu: somebody } }, { pods });
  const reading = await source.read({ signals: ['cpu'], pods: 'asked' });
  expect(reading.pods).toMatchObject({ kind: 'read', source: 'metrics-api', passedOver: [{ source: 'prometheus' }] });
  expect([first.asked, second.asked]).toEqual([['cpu pods'], ['pods']]);
});

test('pods that nobody knows have failed for every reason there is', async () => {
  const { source } = mixed({ isDown: true }, {});
  const reading = await source.read({ signals: [], pods: 'asked' });
  expect(reading.pods).toMatchObject({
    kind: 'failed',
    faults: [{ message: 'nobody answers' }, { message: 'pods are not known' }],
  });
});

test('the past of each signal comes from the first that remembers it', async () => {
  const signals = { cpu: somebody };
  const { source } = mixed({ signals }, { signals: { ...signals, memory: somebody }, remembers: true });
  const steps = await source.past({ signals: ['cpu', 'memory'], fromMs: 0, toMs: 30_000, stepMs: 30_000 });
  expect(steps.map(({ atMs, signals: read }) => [atMs, read.map(told)])).toEqual([
    [
      0,
      [
        ['cpu', 'read', 'metrics-api'],
        ['memory', 'read', 'metrics-api'],
      ],
    ],
    [
      30_000,
      [
        ['cpu', 'read', 'metrics-api'],
        ['memory', 'read', 'metrics-api'],
      ],
    ],
  ]);
});

test('closing it closes them all', async () => {
  const { source, first, second } = mixed({}, {});
  await source.close();
  expect([first.isClosed(), second.isClosed()]).toEqual([true, true]);
});

test('a past that could not be had is told where nobody else remembers one', async () => {
  const signals = { cpu: somebody };
  const { source } = mixed({ signals: { cpu: 'fails' }, remembers: true }, { signals });
  const steps = await source.past({ signals: ['cpu'], fromMs: 0, toMs: 30_000, stepMs: 30_000 });
  expect(steps.flatMap((step) => step.signals.map(told))).toEqual([
    ['cpu', 'failed', 'prometheus'],
    ['cpu', 'failed', 'prometheus'],
  ]);
  const { source: other } = mixed({ signals: { cpu: 'fails' }, remembers: true }, { signals, remembers: true });
  const [step] = await other.past({ signals: ['cpu'], fromMs: 0, toMs: 0, stepMs: 30_000 });
  expect(step!.signals.map(told)).toEqual([['cpu', 'read', 'metrics-api']]);
});
