import type { Outcome, PodKey } from '#decisions/rescheduling/migration/verb.ts';
import type { Discovery } from '#kube/client/discovery.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import { type At, placeOf, type Resource } from '#kube/client/resource.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { EvictionRequester } from '#ports/eviction-requester.ts';
import { outcomeOf } from './outcome-of-fault.ts';

export const evictionRequests: Resource = {
  group: 'lifecycle.k8s.io',
  version: 'v1alpha1',
  plural: 'evictionrequests',
  kind: 'EvictionRequest',
  namespaced: true,
};

export const evictionRequesterRights: readonly PolicyRule[] = [
  rightOf(evictionRequests, 'create'),
  rightOf(evictionRequests, 'patch'),
];

/** Whose wish it is: a pod stays when all who asked have withdrawn. */
const REQUESTER = 'plimsoll.dev/rescheduler';

/** Asks by EvictionRequest, where discovery shows them. Served is not yet answered: that is for who configures us to say. */
export function kubeEvictionRequester(client: KubeClient, discovery: Discovery): EvictionRequester {
  return {
    isServed: () => discovery.serves(evictionRequests.group, evictionRequests.version, evictionRequests.plural),
    request: (pod, abort) => outcomeOf(() => request(client, pod, abort)),
    withdraw: (pod, abort) => outcomeOf(() => setIntent(client, pod, 'Withdrawn', abort)),
  };
}

/** Those that we made and nobody removed, for whatever pod; none where they are not served. */
export async function ownEvictionRequests(
  client: KubeClient,
  discovery: Discovery,
  signal: AbortSignal,
): Promise<readonly At[]> {
  const { group, version, plural } = evictionRequests;
  if (!(await discovery.serves(group, version, plural))) return [];
  const found: At[] = [];
  for await (const { items } of client.list(evictionRequests, { signal }))
    found.push(...items.filter(isOurs).map((object) => placeOf(evictionRequests, object)));
  return found;
}

const isOurs = ({ spec }: KubeObject): boolean =>
  spec !== undefined && 'requester' in spec && spec.requester === REQUESTER;

async function request(client: KubeClient, pod: PodKey, signal?: AbortSignal): Promise<Outcome> {
  const { namespace, name, uid } = pod;
  const spec = { target: { pod: { name, uid } }, requester: REQUESTER, intent: 'Eviction' };
  try {
    await client.create(evictionRequests, { metadata: { namespace, name: nameFor(pod) }, spec }, { signal });
    return { kind: 'done' };
  } catch (thrown) {
    if (!(thrown instanceof KubeFault) || thrown.reason !== 'AlreadyExists') throw thrown;
    return setIntent(client, pod, 'Eviction', signal);
  }
}

async function setIntent(
  client: KubeClient,
  pod: PodKey,
  intent: 'Eviction' | 'Withdrawn',
  signal?: AbortSignal,
): Promise<Outcome> {
  const at = { namespace: pod.namespace, name: nameFor(pod) };
  await client.patch(evictionRequests, at, { kind: 'merge', change: { spec: { intent } } }, { signal });
  return { kind: 'done' };
}

/** One a pod, however often it is asked for. */
const nameFor = ({ uid }: PodKey): string => `plimsoll-${uid}`;
