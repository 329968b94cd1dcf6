import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TestAPI } from 'vitest';
import { runProgram } from '#app/program.ts';
import { type ClusterFixtures, clusterTest } from '../control-plane/cluster-test.ts';
import type { Ran } from '../cli/cli-test.ts';
import { captured } from '../support/captured.ts';

export interface InstallFixtures {
  /** Runs the program in this process, against the control plane. */
  readonly plimsoll: (...typed: readonly string[]) => Promise<Ran>;
  /** Applies what `plimsoll manifests` prints with these flags, with the real kubectl; gives what kubectl says. */
  readonly install: (...flags: readonly string[]) => Promise<string>;
  readonly kubectl: (...typed: readonly string[]) => Promise<string>;
}

/** `clusterTest`, with what installs and uninstalls. */
export const installTest: TestAPI<ClusterFixtures & InstallFixtures> = clusterTest.extend<InstallFixtures>({
  plimsoll: async ({ controlPlane }, use) => {
    await use(async (...typed) => {
      const terminal = captured(typed, { env: { KUBECONFIG: controlPlane.kubeconfig } });
      const code = await runProgram(terminal);
      return { code, out: terminal.out(), err: terminal.err() };
    });
  },
  kubectl: async ({ controlPlane }, use) => {
    const { kubectl, kubeconfig } = controlPlane;
    await use(async (...typed) => {
      const { stdout, stderr } = await promisify(execFile)(kubectl, ['--kubeconfig', kubeconfig, ...typed]);
      return stdout + stderr;
    });
  },
  install: async ({ plimsoll, kubectl }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-install-'));
    await use(async (...flags) => {
      const { code, out, err } = await plimsoll('manifests', ...flags);
      if (code !== 0) throw new Error(err);
      const file = join(folder, 'manifests.yaml');
      writeFileSync(file, out);
      return kubectl('apply', '--server-side', '-f', file);
    });
    rmSync(folder, { recursive: true });
  },
});
