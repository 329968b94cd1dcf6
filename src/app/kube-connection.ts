import { homedir } from 'node:os';
import { ClusterClock } from './cluster-clock.ts';
import { version } from './version.ts';
import type { Environment } from './config/text-layer.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { loadConfiguration, type Wanted } from '#kube/config/load-configuration.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import type { TransportObserver } from '#kube/transport/observer.ts';
import { transportDefaults } from '#kube/transport/options.ts';
import type { Transport } from '#kube/transport/transport.ts';

/** The way to the cluster, with one identity. Who opens it closes `transport`. */
export interface KubeConnection {
  readonly transport: Transport;
  readonly client: KubeClient;
  /** Of the context: where a command looks that is told no namespace. */
  readonly namespace: string;
  /** The API server's address. */
  readonly server: string;
  /** And its time. */
  readonly clock: ClusterClock;
}

export interface ConnectionWanted extends Wanted {
  /** Who reads the API server's audit log sees it. */
  readonly as: string;
}

export async function connectToCluster(
  wanted: ConnectionWanted,
  env: Environment,
  observer: TransportObserver,
): Promise<KubeConnection> {
  const around = { env, homeFolder: homedir(), stdinIsTerminal: false, observer: {} };
  const configuration = await loadConfiguration(wanted, around);
  const userAgent = `plimsoll/${version} (${wanted.as})`;
  const clock = new ClusterClock();
  const observing = { ...observer, dated: clock.dated };
  const transport = new HttpTransport(configuration, { ...transportDefaults, userAgent, observer: observing });
  const { namespace, server } = configuration;
  return { transport, client: new KubeClient(transport), namespace, server: server.origin, clock };
}
