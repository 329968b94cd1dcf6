import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk, type KubeApi } from '#test/support/kube-api.ts';
import { killAndRestart, onOwnControlPlane } from '#test/support/own-control-plane.ts';
import { until } from '#test/support/until.ts';
import { aContainer } from '#test/support/workloads.ts';

const { test, stop } = onOwnControlPlane(clusterTest);
afterAll(stop);

const example = /```ts\n([^]*?)```/.exec(readFileSync(join(import.meta.dirname, 'README.md'), 'utf8'))?.[1] ?? '';
const root = join(import.meta.dirname, '../..');

async function createPod(api: KubeApi, namespace: string, name: string): Promise<void> {
  const spec = { containers: [aContainer()], automountServiceAccountToken: false };
  expectOk(await api.create(`/api/v1/namespaces/${namespace}/pods`, { metadata: { name }, spec }));
}

test('the example of the README watches pods through an API server restart', async ({ own, namespace }) => {
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  expectOk(await own.api.create(accounts, { metadata: { name: 'default' } }));
  await createPod(own.api, namespace, 'before');

  const program = spawn(process.execPath, ['--input-type=module-typescript', '--eval', example], {
    cwd: root, // where `#kube` is known
    env: { ...process.env, KUBECONFIG: own.kubeconfig },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  program.stdout.on('data', (text: Buffer) => (said += text.toString()));
  const says = (text: string): Promise<true> =>
    until(`"${text}" to be printed`, async () => (said.includes(text) ? true : undefined));

  await says('in sync: 1 pods');
  expect(said).toContain(`${namespace}/before on no node`);
  await killAndRestart(own, 'kube-apiserver');
  await createPod(own.api, namespace, 'afterwards');
  await says(`${namespace}/afterwards on no node`);
  expect(said).toMatch(/; again in \d+ ms/);
  program.kill('SIGINT');
  expect(await once(program, 'exit')).toEqual([0, null]);
  expect(said.match(/before on/g)).toHaveLength(1); // what was known is not told again
});

test('and is about 30 lines long', () => {
  expect(example.split('\n').filter((line) => line !== '').length).toBeLessThanOrEqual(32);
});
