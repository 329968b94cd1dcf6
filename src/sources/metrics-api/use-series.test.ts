import { expect, test } from 'vitest';
import type { PodMetrics } from './measurements.ts';
import { takeNode, takePod, timesReader, type UseSeries } from './use-series.ts';

const TIMES = { timestamp: '2026-11-30T10:00:00Z', window: '15.062s' };
const TAKEN = { takenAt: Date.UTC(2026, 10, 30, 10), windowMs: 15_062 };

const none = (): UseSeries => ({ cpuCores: [], memoryBytes: [] });

test('a node is read exactly: cores, bytes, the time of the measurement and its window', () => {
  const use = none();
  takeNode(use, { metadata: { name: 'n1' }, ...TIMES, usage: { cpu: '123456789n', memory: '15Gi' } }, timesReader());
  expect(use).toEqual({
    cpuCores: [{ labels: { node: 'n1' }, value: 0.123456789, ...TAKEN }],
    memoryBytes: [{ labels: { node: 'n1' }, value: 16_106_127_360, ...TAKEN }],
  });
});

test('A-17: a measurement without a readable time has none, rather than that of its reading', () => {
  const use = none();
  takeNode(use, { metadata: { name: 'n1' }, timestamp: 'yesterday', usage: { cpu: '1', memory: '1' } }, timesReader());
  expect(use.cpuCores).toEqual([{ labels: { node: 'n1' }, value: 1, takenAt: Number.NaN }]);
});

test('each is read with its own time, whatever was read before', () => {
  const use = none();
  const times = timesReader();
  for (const second of ['00', '01', '00']) {
    const timestamp = `2026-11-30T10:00:${second}Z`;
    for (const window of ['15s', '30s']) takeNode(use, { metadata: { name: 'n1' }, timestamp, window }, times);
  }
  const { takenAt } = TAKEN;
  expect(use.cpuCores.map((one) => [one.takenAt - takenAt, one.windowMs])).toEqual(
    [0, 1000, 0].flatMap((later) => [
      [later, 15_000],
      [later, 30_000],
    ]),
  );
});

const pods: readonly {
  readonly name: string;
  readonly containers: NonNullable<PodMetrics['containers']>;
  readonly want: readonly [cpu: number | string, memory: number | string];
}[] = [
  {
    name: 'containers are summed without a rounding between them',
    containers: [{ usage: { cpu: '100m', memory: '1Ki' } }, { usage: { cpu: '200m', memory: '24' } }],
    want: [0.3, 1048],
  },
  {
    name: 'a container without a number does not make the pod smaller: the pod has none',
    containers: [{ usage: { cpu: '100m', memory: '1Ki' } }, { usage: { memory: '24' } }],
    want: ['', 1048],
  },
  { name: 'nor does one without use', containers: [{ usage: { cpu: '1', memory: '1' } }, {}], want: ['', ''] },
  {
    name: 'what is no quantity stays as it is, to be refused',
    containers: [{ usage: { cpu: '1.2.3', memory: '1Ki' } }, { usage: { cpu: '1', memory: '1KiB' } }],
    want: ['1.2.3', '1KiB'],
  },
  { name: 'no containers are no use of zero', containers: [], want: ['', ''] },
];
for (const { name, containers, want } of pods) {
  test(name, () => {
    const use = none();
    takePod(use, { metadata: { namespace: 'shop', name: 'web-1' }, ...TIMES, containers }, timesReader());
    const labels = { namespace: 'shop', pod: 'web-1' };
    expect([use.cpuCores, use.memoryBytes]).toEqual([
      [{ labels, value: want[0], ...TAKEN }],
      [{ labels, value: want[1], ...TAKEN }],
    ]);
  });
}
