import type { Config } from '#app/config/schema.ts';
import { type ConfigPlaces, openConfig } from '#app/config/open-config.ts';
import { connectToCluster, type KubeConnection } from '#app/kube-connection.ts';
import type { Terminal } from '#app/terminal.ts';
import type { ClusterFlags } from '#app/flags/cluster-flags.ts';

/** What a command needs that looks once and ends. */
export interface OpenCluster extends KubeConnection {
  readonly config: Config;
  readonly signal: AbortSignal;
}

export interface Opening {
  readonly places: ConfigPlaces;
  readonly flags: ClusterFlags;
  /** The command: whoever reads the API server's audit log sees it. */
  readonly as: string;
}

/** The configuration; everything that is wrong with it is thrown together. */
export async function configFrom(places: ConfigPlaces): Promise<Config> {
  const reading = await openConfig(places);
  if (reading.kind === 'bad') throw new AggregateError(reading.faults);
  return reading.config;
}

/** Reads the configuration, opens the way to the cluster for as long as `use` takes, and closes it. */
export async function withCluster<T>(
  { places, flags, as }: Opening,
  terminal: Terminal,
  use: (cluster: OpenCluster) => Promise<T>,
): Promise<T> {
  const config = await configFrom(places);
  const { kubeconfig, context, cluster, user } = flags;
  const connection = await connectToCluster({ kubeconfig, context, cluster, user, as }, terminal.env, {});
  const { signal = new AbortController().signal } = terminal;
  try {
    return await use({ ...connection, config, signal });
  } catch (thrown) {
    // whoever is interrupted wants no fault of a request that was cut short
    signal.throwIfAborted();
    throw thrown;
  } finally {
    await connection.transport.close();
  }
}
