import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { hollowNode } from '../hollow-nodes/node-spec.ts';
import { aContainer } from '../support/workloads.ts';
import { LoadModel } from './load-model.ts';
import { loadPages } from './load-pages.ts';
import { Quirks } from './quirks.ts';

interface Served {
  readonly model: LoadModel;
  readonly quirks: Quirks;
  readonly ask: (path: string, method?: string) => Promise<{ status: number; text: string }>;
}

/** The pages of node `n1`, on which the pod `shop/web` runs. */
async function served(): Promise<Served> {
  const model = new LoadModel();
  const quirks = new Quirks();
  model.nodeJoined(hollowNode(0, { name: 'n1' }), '10.0.0.11');
  const pod = { metadata: { namespace: 'shop', name: 'web', uid: 'u1' }, spec: { containers: [aContainer()] } };
  model.podStarted({ pod, node: 'n1', restarts: 0, startedAt: Date.now() });
  const server = createServer(loadPages(model, quirks)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => server.closeAllConnections());
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    model,
    quirks,
    ask: async (path, method = 'GET') => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      return { status: response.status, text: await response.text() };
    },
  };
}

test('a node and a pod are driven by hand, and let go', async () => {
  const { model, ask } = await served();
  expect(await ask('/drive/n1?cpu=0.93&memory=0.5', 'PUT')).toMatchObject({ status: 200 });
  expect(model.read('n1').use.cpuCores).toBeCloseTo(0.93 * 4, 9);
  expect(await ask('/drive/shop/web?cpu=1.5', 'PUT')).toMatchObject({ status: 200 });
  expect(model.read('n1').pods[0]!.use.cpuCores).toBe(1.5);
  expect(await ask('/drive/n1', 'DELETE')).toMatchObject({ status: 200 });
  expect(model.read('n1').use.cpuCores).toBeLessThan(0.02 * 4 + 0.1);
});

const refusals = [
  { name: 'a node that is not there', path: '/drive/n2?cpu=0.5', method: 'PUT', status: 400, says: 'named n2' },
  { name: 'a pod that is not there', path: '/drive/shop/db?cpu=1', method: 'PUT', status: 400, says: 'shop/db' },
  { name: 'no number', path: '/drive/n1?cpu=high', method: 'PUT', status: 400, says: 'cpu=high' },
  { name: 'nothing to drive', path: '/drive/n1', method: 'PUT', status: 400, says: 'cpu=' },
  { name: 'a verb that drives nothing', path: '/drive/n1', method: 'POST', status: 405, says: 'PUT' },
  { name: 'a path that is no text', path: '/nodes/%E0', method: 'GET', status: 400, says: 'URI' },
  { name: 'a page that is not there', path: '/nodes/n1/metrics/probes', method: 'GET', status: 404, says: 'page' },
  { name: 'a job that is not there', path: '/targets/x', method: 'GET', status: 404, says: 'page' },
];
for (const { name, path, method, status, says } of refusals) {
  test(`${name} is refused`, async () => {
    const { ask } = await served();
    const answer = await ask(path, method);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(says);
  });
}

test('a silent exporter breaks the connection, while the kubelet goes on, and the other way round', async () => {
  const { quirks, ask } = await served();
  quirks.add('n1', 'silent-exporter');
  await expect(ask('/nodes/n1/metrics')).rejects.toThrow('fetch failed');
  expect(await ask('/nodes/n1/metrics/resource')).toMatchObject({ status: 200 });
  quirks.mend('n1', 'silent-exporter');
  quirks.add('n1', 'silent-kubelet');
  expect(await ask('/nodes/n1/metrics')).toMatchObject({ status: 200 });
  await expect(ask('/nodes/n1/metrics/cadvisor')).rejects.toThrow('fetch failed');
});

test('cAdvisor tells of the root, of a pod’s group and of its container; the kubelet of node, pod and container', async () => {
  const { ask } = await served();
  const series = (text: string, name: string): string[] =>
    text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
  const cadvisor = (await ask('/nodes/n1/metrics/cadvisor')).text;
  const ids = series(cadvisor, 'container_memory_working_set_bytes').map((line) => /id="([^"]*)"/.exec(line)?.[1]);
  expect(ids).toEqual(['/', '/kubepods/burstable/podu1', '/kubepods/burstable/podu1/u1-app-0']);
  const kubelet = (await ask('/nodes/n1/metrics/resource')).text;
  const stamped = /^(\w+)(?:\{[^}]*\})? \S+ \d{13}$/;
  const measured = kubelet.split('\n').flatMap((line) => stamped.exec(line)?.[1] ?? []);
  expect(measured).toEqual([
    'container_cpu_usage_seconds_total',
    'container_memory_working_set_bytes',
    'container_start_time_seconds',
    'node_cpu_usage_seconds_total',
    'node_memory_working_set_bytes',
    'pod_cpu_usage_seconds_total',
    'pod_memory_working_set_bytes',
    'pod_swap_usage_bytes',
  ]);
});
