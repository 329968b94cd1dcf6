import { buildArguments, builtPrograms, type GoModule } from '../support/go-module.ts';

const version = 'v0.8.0';

const metricsServer: GoModule<'metrics-server'> = {
  name: 'metrics-server',
  folder: import.meta.dirname,
  title: 'building metrics-server (once; up to 12 minutes on 2 busy cores with nothing cached)',
  programs: ['metrics-server'],
  recipe: [
    {
      to: '',
      args: [...buildArguments, `-ldflags=-s -w -X k8s.io/client-go/pkg/version.gitVersion=${version}`],
      packages: ['sigs.k8s.io/metrics-server/cmd/metrics-server'],
    },
  ],
};

/** How long whoever asks for the program should be ready to wait. */
export const buildWithinMs: number = 20 * 60_000;

/** Path of a real metrics-server, built once; undefined where it is not built yet and there is no Go. */
export async function metricsServerProgram(): Promise<string | undefined> {
  return (await builtPrograms(metricsServer))?.['metrics-server'];
}
