import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { gatherPods } from '#load/gathering/gather-pods.ts';
import { loadDefaults } from '#load/options.ts';
import { aNode, aPass, aStore, NOW } from '#test/support/a-load.ts';
import { type PodLoad, type PodOrder, podRows } from './pod-rows.ts';
import { podTable } from './pod-table.ts';

type Resources = Pod['spec']['containers'][number]['resources'];

function aPod(name: string, resources: Resources = {}): Pod {
  return {
    metadata: { namespace: 'shop', name, uid: `uid-of-${name}` },
    spec: { nodeName: 'n1', containers: [{ name: 'app', image: 'app', resources }] },
    status: { phase: 'Running' },
  };
}

const pods = [
  aPod('small', { requests: { cpu: '100m', memory: '128Mi' }, limits: { cpu: '1', memory: '256Mi' } }),
  aPod('large', { requests: { cpu: '2', memory: '1Gi' } }),
  aPod('silent'),
];

function rows(order: PodOrder = 'cpu'): readonly PodLoad[] {
  const alive = pods.map(({ metadata: { name, uid } }) => ({ namespace: 'shop', name, uid, createdAt: NOW - 60_000 }));
  const series = (uses: Readonly<Record<string, number>>) =>
    Object.entries(uses).map(([pod, value]) => ({ labels: { namespace: 'shop', pod }, value, takenAt: NOW - 7000 }));
  const answer = {
    source: 'prometheus',
    cpuCores: series({ small: 0.2, large: 0.05 }),
    memoryBytes: series({ small: 64 * 2 ** 20, large: 700 * 2 ** 20 }),
  };
  const store = aStore();
  const nodes = [aNode('n1')];
  const pass = aPass(NOW, nodes, { cpu: { n1: 0.2 } });
  store.take({ ...pass, pods: gatherPods(answer, alive, { ...loadDefaults, now: NOW }) });
  return podRows({ view: store.view(NOW), pods, dialect: newestDialect, order });
}

test('use stands beside requests and limits, the hungriest first', () => {
  expect(podTable(rows(), { width: 'narrow', namespaces: 'told' })).toBe(
    [
      'NAMESPACE   NAME     CPU(cores)   CPU REQ   CPU LIM   MEMORY(bytes)   MEM REQ   MEM LIM   NODE   NODE VERDICT         AGE',
      'shop        small          200m      100m     1000m            64Mi     128Mi     256Mi   n1     unknown               7s',
      'shop        large           50m     2000m    <none>           700Mi    1024Mi    <none>   n1     unknown               7s',
      'shop        silent    <unknown>        0m    <none>       <unknown>       0Mi    <none>   n1     unknown        <unknown>',
      '',
    ].join('\n'),
  );
});

const orders: { order: PodOrder; want: readonly string[] }[] = [
  { order: 'cpu', want: ['small', 'large', 'silent'] },
  { order: 'memory', want: ['large', 'small', 'silent'] },
  { order: 'name', want: ['large', 'silent', 'small'] },
  { order: 'node', want: ['large', 'silent', 'small'] },
];
for (const { order, want } of orders) {
  test(`sorted by ${order}`, () => expect(rows(order).map(({ name }) => name)).toEqual(want));
}

test('wide says by how much a request is passed, and why use is not known', () => {
  const lines = podTable(rows(), { width: 'wide', namespaces: 'untold' }).split('\n');
  expect(lines[1]).toContain('200%');
  expect(lines[3]).toContain('cpu: the source answered without this node');
  expect(lines[0]).not.toContain('NAMESPACE');
});
