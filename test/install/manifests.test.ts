import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { runProgram } from '#app/program.ts';
import { captured } from '../support/captured.ts';
import type { KubeObject } from '../support/kube-api.ts';

async function manifests(...flags: readonly string[]): Promise<readonly KubeObject[]> {
  return manifestsOf('collector', ...flags);
}

async function manifestsOf(roles: string, ...flags: readonly string[]): Promise<readonly KubeObject[]> {
  const terminal = captured(['manifests', '--role', roles, '-o', 'json', ...flags]);
  expect(await runProgram(terminal)).toBe(0);
  return JSON.parse(terminal.out()).items;
}

const ofKind = (items: readonly KubeObject[], kind: string): KubeObject => items.find((item) => item.kind === kind);

async function configWritten(...flags: readonly string[]): Promise<unknown> {
  return parse(ofKind(await manifests(...flags), 'ConfigMap').data['plimsoll.yaml']);
}

test('options that were given are written into the ConfigMap, each under its section; defaults are not', async () => {
  expect(await configWritten()).toEqual({});
  expect(await configWritten('--prometheus-url', 'http://p:9090', '--cpu-threshold', '0.7')).toEqual({
    sources: { prometheus: { url: 'http://p:9090' } },
    load: { thresholds: { cpu: 0.7 } },
  });
});

test('a password is not written into a ConfigMap', async () => {
  const terminal = captured(['manifests', '--prometheus-url', 'http://ann:secret@p:9090']);
  expect(await runProgram(terminal)).toBe(2);
  expect(terminal.err()).toContain('error[install/secret]: writing sources.prometheus.url into a ConfigMap');
  expect(terminal.out() + terminal.err()).not.toContain('ann:secret');
});

test('the namespace of the Leases is the one that everything is installed in', async () => {
  const items = await manifests('--lease-namespace', 'levels');
  const namespaces = items.map(({ metadata }) => metadata.namespace);
  expect(new Set(namespaces)).toEqual(new Set([undefined, 'levels']));
  expect(ofKind(items, 'Namespace')).toMatchObject({ metadata: { name: 'levels' } });
});

test('where Prometheus listens, the network policy lets through', async () => {
  const items = await manifests('--network-policy', '--prometheus-url', 'http://p:9191');
  const { spec } = ofKind(items, 'NetworkPolicy');
  expect(spec.egress.at(-1)).toEqual({ ports: [443, 6443, 9191].map((port) => ({ protocol: 'TCP', port })) });
  expect(ofKind(await manifests(), 'NetworkPolicy')).toBeUndefined();
});

test.each([
  { flags: [], folder: '/var/lib/plimsoll' },
  { flags: ['--history-folder', '/data/levels'], folder: '/data/levels' },
])('what the rescheduler learns is kept in a volume, at $folder; no other role has one', async ({ flags, folder }) => {
  const items = await manifestsOf('collector,rescheduler', ...flags);
  const written = parse(ofKind(items, 'ConfigMap').data['plimsoll.yaml']);
  expect(written).toEqual({ rescheduling: { historyFolder: folder } });
  const volumesOf = items
    .filter(({ kind }) => kind === 'Deployment')
    .map(({ spec: { template } }) => {
      const { volumes, containers } = template.spec;
      return [volumes.slice(1), containers[0].volumeMounts.slice(1), template.metadata.annotations];
    });
  expect(volumesOf).toEqual([
    [[], [], undefined],
    [
      [{ name: 'history', emptyDir: { sizeLimit: '256Mi' } }],
      [{ name: 'history', mountPath: folder }],
      { 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': 'history' },
    ],
  ]);
});
