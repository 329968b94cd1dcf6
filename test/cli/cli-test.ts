import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestAPI } from 'vitest';
import type { ExitCode } from '#app/exit-codes.ts';
import { runProgram } from '#app/program.ts';
import type { ClusterFixtures } from '../control-plane/cluster-test.ts';
import { type LoadFixtures, loadTest } from '../hollow-load/load-test.ts';
import { captured } from '../support/captured.ts';
import { expectOk } from '../support/kube-api.ts';

/** Flags of what looks at load: short, so that verdicts are deep soon after the start; and no wait for rates of minutes. */
export const QUICK = [
  '--scrape-interval',
  '1s',
  '--prometheus-scrape-interval',
  '1s',
  '--prometheus-window',
  '5s',
  '--minimum-pod-age',
  '1s',
] as const;

/** What a command line came to. */
export interface Ran {
  readonly code: ExitCode;
  readonly out: string;
  readonly err: string;
}

export interface CliFixtures {
  /** Runs the program in this process, against the control plane unless `--kubeconfig` says otherwise. */
  readonly plimsoll: (...typed: readonly string[]) => Promise<Ran>;
  /** Writes a file for this test, and gives its path. */
  readonly aFile: (name: string, text: string) => string;
  /** A kubeconfig of a service account that has these rights and no others. */
  readonly aServiceAccount: (rules: readonly object[]) => Promise<string>;
}

/** `loadTest`, with the command line. */
export const cliTest: TestAPI<ClusterFixtures & LoadFixtures & CliFixtures> = loadTest.extend<CliFixtures>({
  plimsoll: async ({ controlPlane }, use) => {
    await use(async (...typed) => {
      const terminal = captured(typed, { env: { KUBECONFIG: controlPlane.kubeconfig } });
      const code = await runProgram(terminal);
      return { code, out: terminal.out(), err: terminal.err() };
    });
  },
  // oxlint-disable-next-line no-empty-pattern -- vitest reads a fixture's dependencies from the pattern
  aFile: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-cli-'));
    await use((name, text) => {
      const path = join(folder, name);
      writeFileSync(path, text, { mode: 0o600 });
      return path;
    });
    rmSync(folder, { recursive: true, force: true });
  },
  aServiceAccount: async ({ api, namespace, controlPlane, aFile }, use) => {
    const roles = '/apis/rbac.authorization.k8s.io/v1';
    await use(async (rules) => {
      const metadata = { name: namespace };
      const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
      expectOk(await api.create(accounts, { metadata: { name: 'restricted' } }));
      expectOk(await api.create(`${roles}/clusterroles`, { metadata, rules }));
      expectOk(
        await api.create(`${roles}/clusterrolebindings`, {
          metadata,
          roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: namespace },
          subjects: [{ kind: 'ServiceAccount', namespace, name: 'restricted' }],
        }),
      );
      const { token } = expectOk(await api.create(`${accounts}/restricted/token`, { spec: {} })).status;
      return aFile('kubeconfig', JSON.stringify(kubeconfig(controlPlane, token)));
    });
    await api.delete(`${roles}/clusterrolebindings/${namespace}`);
    await api.delete(`${roles}/clusterroles/${namespace}`);
  },
});

function kubeconfig({ url, ca }: { readonly url: string; readonly ca: string }, token: string): object {
  const authority = Buffer.from(ca).toString('base64');
  return {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'test',
    contexts: [{ name: 'test', context: { cluster: 'test', user: 'restricted' } }],
    clusters: [{ name: 'test', cluster: { server: url, 'certificate-authority-data': authority } }],
    users: [{ name: 'restricted', user: { token } }],
  };
}
