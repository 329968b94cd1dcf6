import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { withLock } from './lock.ts';
import { progressLine } from './progress-line.ts';

const version = 'v1.37.2';

/** Without these stamps `/version` says v0.0.0, and clients that look at versions misread it. */
const stamps = {
  gitVersion: version,
  gitMajor: '1',
  gitMinor: '37',
  gitTreeState: 'clean',
  gitCommit: 'unknown',
  buildDate: '2026-11-30T00:00:00Z',
};

const versionPackages = ['k8s.io/component-base/version', 'k8s.io/client-go/pkg/version'];
const kubernetesLdflags = versionPackages
  .flatMap((name) => Object.entries(stamps).map(([key, value]) => `-X ${name}.${key}=${value}`))
  .join(' ');

/** One `go build`: where its programs go below the folder, and of which packages. */
export interface BuildStep {
  readonly to: string;
  readonly args: readonly string[];
  readonly packages: readonly string[];
}

const common = ['build', '-v', '-trimpath', '-buildvcs=false'];

/** How the control plane is built: part of its cache's key, so that a changed recipe builds anew. */
export const buildRecipe: readonly BuildStep[] = [
  { to: 'etcd', args: [...common, '-ldflags=-s -w'], packages: ['go.etcd.io/etcd/server/v3'] },
  {
    to: '',
    args: [...common, '-tags=grpcnotrace', `-ldflags=-s -w ${kubernetesLdflags}`],
    packages: ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'].map(
      (name) => `k8s.io/kubernetes/cmd/${name}`,
    ),
  },
];

/** How our own program on kube-scheduler's framework is built: with the same flags, so that packages compile once. */
export const oracleRecipe: readonly BuildStep[] = [
  { to: '', args: [...common, '-tags=grpcnotrace', '-ldflags=-s -w'], packages: ['./oracle'] },
];

/** The Go on PATH, such as `go1.26.8`; undefined where there is none. */
export function goVersion(): string | undefined {
  const { status, stdout } = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}

/** What to build and where to. `done` says whether someone else did it; `title` is shown while it lasts. */
export interface Build {
  readonly folder: string;
  readonly recipe: readonly BuildStep[];
  readonly title: string;
  readonly done: () => boolean;
}

/**
 * Builds every program into `folder`, which appears whole or not at all: a killed build leaves nothing half-written.
 * Builders take turns by a lock file; one that waited finds the other's work `done`.
 */
export async function build({ folder, recipe, title, done }: Build): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  await withLock(`${folder}.lock`, async () => {
    if (done()) return;
    const unfinished = `${folder}.unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    const progress = progressLine(title);
    try {
      for (const { to, args, packages } of recipe) {
        await goBuild([...args, '-o', join(unfinished, to || '.'), ...packages], (what) => progress.step(what));
      }
    } finally {
      progress.end();
    }
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  });
}

function goBuild(args: readonly string[], step: (what: string) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const env = { ...process.env, CGO_ENABLED: '0', GOWORK: 'off', GOFLAGS: '-mod=readonly' };
  const go = spawn('go', args, { cwd: import.meta.dirname, env, stdio: ['ignore', 'inherit', 'pipe'] });
  const tail: string[] = [];
  createInterface(go.stderr).on('line', (line) => {
    step(line); // -v prints each package as it is compiled
    tail.push(line);
    if (tail.length > 20) tail.shift();
  });
  go.on('error', reject);
  go.on('close', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`go ${args.join(' ')} ended with exit code ${code}:\n${tail.join('\n')}`));
  });
  return promise;
}
