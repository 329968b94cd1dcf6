import { expect, onTestFinished, test } from 'vitest';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { type LoadSources, openLoadSources } from '#app/load-sources.ts';
import { readConfig } from '#app/config/read-config.ts';
import { systemClock } from '#app/system-clock.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { scriptedTransport } from '#kube/client/fixtures/scripted-transport.ts';
import { aVector, stubPrometheus } from '#test/prometheus/stub-prometheus.ts';

/** Opened as a file says, with an API server that serves nothing. */
function opened(file: string): LoadSources {
  const reading = readConfig({ file: { name: 'plimsoll.yaml', text: file }, environment: {}, flags: new Map() });
  if (reading.kind === 'bad') throw new AggregateError(reading.faults, reading.faults.join('\n'));
  const transport = scriptedTransport(() => ({ kind: 'APIGroup', versions: [] }));
  const stream = () => Promise.reject(new KubeFault('kube/unreachable', 'nobody is there'));
  const kube = new KubeClient({ ...transport, stream });
  const sources = openLoadSources(reading.config, kube, systemClock());
  onTestFinished(() => sources.source.close());
  return sources;
}

test('without a URL there is metrics.k8s.io, which knows cpu and memory', () => {
  const { source, signals } = opened('');
  expect(source.signals).toEqual(['cpu', 'memory']);
  expect(signals.map(({ name }) => name)).toEqual(['cpu', 'memory', 'load', 'latency']);
});

test('with one, Prometheus answers for all that has a query; stalls and own signals are judged too', async () => {
  const file = `
sources:
  prometheus:
    url: http://127.0.0.1:1
    pressure: asked
    nodeLabel: host
    latency: {histogram: http_request_duration_seconds}
load:
  signals:
    gpu: {query: gpu_busy, threshold: 0.9}
`;
  const { source, signals, nodeLabel } = opened(file);
  const all = ['cpu', 'memory', 'load', 'latency', 'psi-cpu', 'psi-memory', 'psi-io', 'gpu'];
  expect(signals.map(({ name }) => name)).toEqual(all);
  expect(source.signals.toSorted()).toEqual(all.toSorted());
  expect(signals.at(-1)).toMatchObject({ threshold: 0.9, release: 0.81, step: { kind: 'amount', by: 0.02 } });
  expect(nodeLabel).toBe('host');
});

test('replaced and own queries, headers and narrowing reach Prometheus as they are configured', async () => {
  const stub = await stubPrometheus(() => ({ body: aVector([[{ instance: 'a' }, '0.4']]) }));
  const { source } = opened(`
sources:
  prometheus:
    url: ${stub.url}
    headers: {X-Scope-OrgID: tenant-7}
    only: {cluster: prod}
    queries: {cpu: {query: 'my_cpu[$window]'}, latency: {query: my_latency}}
load:
  signals:
    gpu: {query: gpu_busy, threshold: 0.9}
`);
  await source.read({ signals: ['cpu', 'latency', 'load', 'gpu'], pods: 'not-asked' });
  const queries = stub.requests.map(({ form }) => form.get('query')!).toSorted();
  expect(queries.slice(0, 1)).toEqual(['gpu_busy']);
  expect(queries).toEqual(
    expect.arrayContaining(['my_cpu[4m]', 'my_latency', expect.stringContaining('cluster="prod"')]),
  );
  expect(stub.requests.map(({ headers }) => headers['x-scope-orgid'])).toEqual(Array(4).fill('tenant-7'));
});

test('a signal is read from its own order, the others from that of all', async () => {
  const stub = await stubPrometheus(() => ({ body: aVector([[{ instance: 'a' }, '0.4']]) }));
  const { source } = opened(`
sources:
  prometheus: {url: '${stub.url}'}
  orderOf: {memory: [annotations]}
`);
  const { signals } = await source.read({ signals: ['cpu', 'memory'], pods: 'not-asked' });
  expect(signals.map(({ signal, source: from }) => [signal, from])).toEqual([
    ['cpu', 'prometheus'],
    ['memory', 'annotations'],
  ]);
});
