import { afterAll, describe, expect, onTestFinished, type TestAPI } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected, type Door } from '#kube/lease/fixtures/connected.ts';
import type { RawSeries } from '#load/sample.ts';
import type { LoadReading } from '#ports/load-source.ts';
import { loadSourceContract, type LoadSourceUnderTest } from '#test/contract/load-source.ts';
import { type ClusterFixtures, clusterTest } from '#test/control-plane/cluster-test.ts';
import { type MetricsServing, type ServedMetrics, serveMetrics } from '#test/metrics-api/serve-metrics.ts';
import { KubeApi } from '#test/support/kube-api.ts';
import { freePort } from '#test/support/free-port.ts';

import { metricsApiRights, metricsApiSource } from './metrics-api-source.ts';

const timestamp = '2026-11-30T10:00:00Z';
const measuredAt = { timestamp, window: '15.062s' };
const [takenAt, windowMs] = [Date.parse(timestamp), 15_062];

const metrics: ServedMetrics = {
  nodes: [
    { metadata: { name: 'worker-a' }, ...measuredAt, usage: { cpu: '400m', memory: '1Gi' } },
    { metadata: { name: 'worker-b' }, ...measuredAt, usage: { cpu: '123456789n', memory: '1500Ki' } },
  ],
  pods: [
    {
      metadata: { namespace: 'shop', name: 'web-1' },
      ...measuredAt,
      containers: [
        { name: 'one', usage: { cpu: '100m', memory: '100Mi' } },
        { name: 'two', usage: { cpu: '200m', memory: '200Mi' } },
      ],
    },
  ],
};

interface Fixtures {
  readonly serving: (version: string, metrics: ServedMetrics) => Promise<MetricsServing>;
  readonly rights: RightsAsked;
  readonly door: Door;
}

const test: TestAPI<ClusterFixtures & Fixtures> = clusterTest.extend<Fixtures>({
  serving: async ({ api, namespace }, use) => {
    const servings: MetricsServing[] = [];
    await use(async (version, served) => {
      const serving = await serveMetrics({ api, namespace, version, metrics: served });
      servings.push(serving);
      return serving;
    });
    for (const serving of servings) await serving.close();
  },
  // oxlint-disable-next-line no-empty-pattern -- a fixture that needs none
  rights: async ({}, use) => use(new RightsAsked()),
  door: async ({ controlPlane: { url, ca, cert, key } }, use) => use({ url, ca, cert, key }),
});

function opened(door: Door, asked: RightsAsked['asked'] = () => undefined) {
  const transport = connected(door, { asked });
  onTestFinished(() => transport.close());
  return metricsApiSource(new KubeClient(transport), systemClock());
}

const everything = { signals: ['cpu', 'memory'], pods: 'asked' } as const;

function seriesOf(reading: LoadReading, signal: string): readonly RawSeries[] {
  const found = reading.signals.find((one) => one.signal === signal);
  if (found?.kind !== 'read') throw new Error(`${signal} was not read: ${JSON.stringify(found)}`);
  return [...found.series];
}
const valuesOf = (reading: LoadReading, signal: string): Record<string, unknown> =>
  Object.fromEntries(seriesOf(reading, signal).map(({ labels, value }) => [labels['node'], value]));

describe('the contract', () => {
  // it takes the API server some seconds to know of it
  let serving: MetricsServing | undefined;
  let api: KubeApi | undefined;
  afterAll(async () => {
    await serving?.close();
    api?.close();
  });

  const contractTest = test.extend<{ subject: LoadSourceUnderTest }>({
    subject: async ({ controlPlane, door }, use) => {
      const asked: string[] = [];
      const port = await freePort();
      api ??= new KubeApi(controlPlane);
      serving ??= await serveMetrics({ api, namespace: 'default', version: 'v1beta1', metrics });
      await use({
        source: opened(door, (one) => asked.push(JSON.stringify(one))),
        measured: {
          cpu: { unit: 'cores', values: { 'worker-a': 0.4, 'worker-b': 0.123456789 }, takenAt, windowMs },
          memory: { unit: 'bytes', values: { 'worker-a': 2 ** 30, 'worker-b': 1500 * 1024 }, takenAt, windowMs },
        },
        failing: 'load',
        pods: {
          cpuCores: { unit: 'cores', values: { 'shop web-1': 0.3 }, takenAt, windowMs },
          memoryBytes: { unit: 'bytes', values: { 'shop web-1': 300 * 2 ** 20 }, takenAt, windowMs },
        },
        asked: () => asked,
        unreachable: () => opened({ ...door, url: `https://127.0.0.1:${port}` }),
      });
    },
  });
  for (const [promise, keeps] of Object.entries(loadSourceContract)) {
    contractTest(`metrics.k8s.io behind a real API server: ${promise}`, async ({ subject }) => keeps(subject));
  }
});

test('v1 is read where it is served, and its fallback once it is gone', async ({ serving, door }) => {
  const [beta, v1] = [await serving('v1beta1', metrics), await serving('v1', metrics)];
  const source = opened(door);
  expect(valuesOf(await source.read(everything), 'cpu')).toEqual({ 'worker-a': 0.4, 'worker-b': 0.123456789 });
  const lists = (serving: MetricsServing): readonly string[] =>
    serving.seen.filter((path) => /(nodes|pods)$/.test(path));
  expect([lists(beta), lists(v1).toSorted()]).toEqual([
    [],
    ['GET /apis/metrics.k8s.io/v1/nodes', 'GET /apis/metrics.k8s.io/v1/pods'],
  ]);
  await v1.close();
  expect((await source.read(everything)).problems).toEqual([]);
  expect(lists(beta).toSorted()).toEqual([
    'GET /apis/metrics.k8s.io/v1beta1/nodes',
    'GET /apis/metrics.k8s.io/v1beta1/pods',
  ]);
});

test('where nothing serves it, it is missing; once something does, it is read', async ({ serving, door }) => {
  const source = opened(door);
  const before = await source.read(everything);
  expect(before.signals).toMatchObject([
    { fault: { code: 'metrics/missing' } },
    { fault: { code: 'metrics/missing' } },
  ]);
  expect(before.pods).toMatchObject({ kind: 'failed', faults: [{ code: 'metrics/missing' }] });
  expect(before.problems[0]!.fault.remedy).toMatch(/install metrics-server/);
  await serving('v1beta1', metrics);
  expect((await source.read(everything)).problems).toEqual([]);
});

test('what serves it is down: unavailable, and where to look', async ({ serving, door }) => {
  const source = opened(door);
  const first = await serving('v1beta1', metrics);
  await source.read(everything);
  await first.goDown();
  const down = await source.read(everything);
  expect(down.problems.map(({ fault, signals }) => [fault.code, signals])).toEqual([
    ['metrics/unavailable', ['cpu', 'memory']],
    ['metrics/unavailable', ['pod-cpu', 'pod-memory']],
  ]);
  expect(down.problems[0]!.fault).toMatchObject({ retry: 'soon', remedy: expect.stringMatching(/get apiservices/) });
});

test('without the right to list it, it is forbidden', async ({ serving, door, api, namespace }) => {
  await serving('v1beta1', metrics);
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await api.create(accounts, { metadata: { name: 'nobody' } });
  const { body } = await api.create(`${accounts}/nobody/token`, { spec: { expirationSeconds: 600 } });
  const source = opened({ url: door.url, ca: door.ca, token: body.status.token });
  const { problems } = await source.read(everything);
  expect(problems.map(({ fault }) => fault.code)).toEqual(['metrics/forbidden', 'metrics/forbidden']);
  expect(problems[0]!.fault.message).toMatch(/nobody.*nodes.*metrics\.k8s\.io/s);
});

test('a list without anybody is a problem of the source, not a cluster at rest', async ({ serving, door }) => {
  await serving('v1beta1', { nodes: [], pods: [] });
  const reading = await opened(door).read(everything);
  expect([seriesOf(reading, 'cpu'), seriesOf(reading, 'memory')]).toEqual([[], []]);
  expect(reading.problems.map(({ fault, signals }) => [fault.code, signals])).toEqual([
    ['metrics/no-metrics', ['cpu', 'memory']],
    ['metrics/no-metrics', ['pod-cpu', 'pod-memory']],
  ]);
});

test('the rights it names are those it needs', async ({ serving, door, rights }) => {
  await serving('v1beta1', metrics);
  await opened(door, rights.asked).read(everything);
  const ofResources = rights.rules().filter((rule) => !('nonResourceURLs' in rule));
  expect(ofResources).toEqual(inShort(metricsApiRights));
});
