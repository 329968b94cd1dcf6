import {
  buildArguments,
  builtPrograms,
  type GoModule,
  isComplete,
  type Paths,
  programsIn,
} from '../support/go-module.ts';

/** The programs of a control plane, and kubectl, all built from one go.mod. */
export const programs = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'] as const;
export type Program = (typeof programs)[number];

/** Absolute path of each program. */
export type Binaries = Paths<Program>;

/** Thrown where nothing is built yet and nothing can be: tests that need a cluster are then skipped, and counted. */
export class NoControlPlane extends Error {
  override readonly name = 'NoControlPlane';
}

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

const controlPlane: GoModule<Program> = {
  name: 'control-plane',
  folder: import.meta.dirname,
  title: 'building the control plane (once; about 9 minutes on 2 cores with nothing cached)',
  programs,
  recipe: [
    { to: 'etcd', args: [...buildArguments, '-ldflags=-s -w'], packages: ['go.etcd.io/etcd/server/v3'] },
    {
      to: '',
      args: [...buildArguments, '-tags=grpcnotrace', `-ldflags=-s -w ${kubernetesLdflags}`],
      packages: ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubectl'].map(
        (name) => `k8s.io/kubernetes/cmd/${name}`,
      ),
    },
  ],
};

/**
 * Finds the programs, or builds them once: first `KUBEBUILDER_ASSETS`, then the cache, else a build of about nine
 * minutes on two cores with nothing cached. What `KUBEBUILDER_ASSETS` lacks is taken from the cache or built.
 */
export async function controlPlaneBinaries(): Promise<Binaries> {
  const assets = process.env['KUBEBUILDER_ASSETS'];
  const given = assets ? programsIn(controlPlane, assets) : {};
  if (isComplete(controlPlane, given)) return given;
  const built = await builtPrograms(controlPlane);
  if (built === undefined) {
    throw new NoControlPlane(
      'tests against a real control plane need Go 1.26 or newer (or KUBEBUILDER_ASSETS, a folder with ' +
        `${programs.join(', ')}); install Go from https://go.dev/dl and run the same command again`,
    );
  }
  return { ...built, ...given };
}
