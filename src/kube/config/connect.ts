import type { Overrides } from './choose-context.ts';
import { chooseContext } from './choose-context.ts';
import { clusterConnection } from './cluster-connection.ts';
import { anonymous } from './credentials.ts';
import type { KubeConfig } from './kube-config.ts';
import type { Kubeconfig } from './kubeconfig.ts';
import type { CredentialsOptions } from './user-credentials.ts';
import { impersonationOf, userCredentials } from './user-credentials.ts';

/** From what the files say to a connection: choose, check, and read each file it names a first time. */
export async function connect(
  config: Kubeconfig,
  overrides: Overrides,
  options: CredentialsOptions,
): Promise<KubeConfig> {
  const { contextName, cluster, user, namespace } = chooseContext(config, overrides);
  const { forPlugins, ...connection } = await clusterConnection(cluster, options.rotating);
  return {
    ...connection,
    credentials: user ? await userCredentials(user, forPlugins, options) : anonymous,
    impersonate: user && impersonationOf(user),
    namespace,
    contextName,
  };
}
