import { CONTROL_NAME } from '#api/control-switch.ts';
import { leaseOf } from '#app/live/office.ts';
import { builtRoleNames, roles } from '#app/live/roles.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { evictionRequests, ownEvictionRequests } from '#actuators/migrate/request.ts';
import { Discovery } from '#kube/client/discovery.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import { installObjects } from './install-objects.ts';
import { OURS } from './names.ts';
import { resourceOf } from './resources.ts';

/** An object of ours that is to go. */
export interface OwnObject {
  readonly kind: string;
  readonly namespace?: string | undefined;
  readonly name: string;
}

/** Everything that we install or that roles create for themselves, by name: looked for one by one, never by guess. */
export async function ownObjects({ client, clock, config, signal }: OpenCluster): Promise<readonly OwnObject[]> {
  const discovery = new Discovery(client, () => clock.now());
  const [requests, found] = await Promise.all([
    ownEvictionRequests(client, discovery, signal),
    Promise.all(possible(config.leadership.namespace).map((object) => foundAs(client, object, signal))),
  ]);
  const { kind } = evictionRequests;
  return [...requests.map(({ namespace, name }) => ({ kind, namespace, name })), ...found.flat()];
}

async function foundAs(client: KubeClient, object: Possible, signal: AbortSignal): Promise<readonly OwnObject[]> {
  const { kind, namespace, name, isBornByRoles } = object;
  const there = await client.find(resourceOf(kind), object, { signal });
  const isIt = there !== undefined && (isBornByRoles === true || isOurs(there));
  return isIt ? [{ kind, namespace, name }] : [];
}

interface Possible extends OwnObject {
  /** Roles do not label what they create. */
  readonly isBornByRoles?: true;
}

/** All that any choice of roles and options could have installed; namespaces last, for what is in them goes first. */
function possible(namespace: string): readonly Possible[] {
  const installed = installObjects({
    roles: builtRoleNames,
    namespace,
    image: '',
    replicas: 0,
    config: '',
    historyFolder: '',
    surge: 'granted',
    networkPolicy: { egressPorts: [] },
    httpPort: 0,
  }).map(({ kind, metadata }): Possible => ({ kind, namespace: metadata.namespace, name: metadata.name }));
  const born = roles.map((role): Possible => {
    const { kind, name } = leaseOf(role, namespace);
    return { kind, namespace, name, isBornByRoles: true };
  });
  const control: Possible = { kind: 'ConfigMap', namespace, name: CONTROL_NAME, isBornByRoles: true };
  const isNamespace = ({ kind }: Possible): boolean => kind === 'Namespace';
  return [
    ...installed.filter((object) => !isNamespace(object)),
    ...born,
    control,
    ...installed.filter((object) => isNamespace(object)),
  ];
}

/** Whether it bears our label: what is only called as ours are is somebody else's. */
const isOurs = ({ metadata }: KubeObject): boolean => metadata?.labels?.[OURS[0]] === OURS[1];
