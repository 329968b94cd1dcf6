import { allOf } from '#app/once/all-of.ts';
import type { OpenCluster } from '#app/once/open-cluster.ts';
import { roleLeases } from '#app/once/role-leases.ts';
import { pods } from '#kube/client/pods.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { RoleLease } from '#views/doctor/judge-roles.ts';
import { installFault } from './faults.ts';
import { OURS } from './names.ts';
import { namespaces, resourceOf } from './resources.ts';
import { strangersIn } from './strangers.ts';
import type { OwnObject } from './traces.ts';

/** Every replica has given back its Lease and is gone: nobody writes any more. */
export async function stopRoles(cluster: OpenCluster, objects: readonly OwnObject[]): Promise<void> {
  const running = objects.filter(({ kind }) => kind === 'Deployment');
  for (const deployment of running) await removeObject(cluster, deployment);
  const { client, config, signal } = cluster;
  const { namespace } = config.leadership;
  await gone(cluster, `pods of ours in ${namespace}`, async () => {
    return (await allOf(client, pods, { namespace, labelSelector: OURS.join('='), signal })).length === 0;
  });
  await nobodyLeads(cluster, namespace);
}

const LAPSED_WITHIN_MS = 60_000;

/**
 * A role that runs elsewhere would write again what is removed here: it is not ours to stop. What died leaves a Lease that
 * lapses; what renews its Lease now that our pods are gone runs elsewhere.
 */
async function nobodyLeads({ client, clock, signal }: OpenCluster, namespace: string): Promise<void> {
  const until = clock.now() + LAPSED_WITHIN_MS;
  const before = await roleLeases(client, namespace, signal);
  const isRenewed = ({ role, renewedAt }: RoleLease): boolean =>
    before.find((lease) => lease.role === role)?.renewedAt !== renewedAt;
  for (let leases = before; ; leases = await roleLeases(client, namespace, signal)) {
    const held = leases.filter((lease) => isHeld(lease, clock.now()));
    const led = held.find(isRenewed) ?? held[0];
    if (led === undefined) return;
    if (isRenewed(led) || clock.now() >= until) {
      const message = `removing what role ${led.role} writes: ${led.holder ?? ''} still runs it, and is no pod of ours`;
      throw installFault('install/still-running', message);
    }
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}

function isHeld({ holder, renewedAt, durationMs }: RoleLease, now: number): boolean {
  return holder !== undefined && renewedAt !== undefined && now - renewedAt <= durationMs;
}

/** Deletes the rest. The namespace stays where something is in it that is not ours, which is told. */
export async function removeObjects(cluster: OpenCluster, objects: readonly OwnObject[]): Promise<readonly string[]> {
  const remarks: string[] = [];
  for (const object of objects.filter(({ kind }) => kind !== 'Deployment')) {
    const strangers = object.kind === namespaces.kind ? await strangersIn(cluster, object.name) : [];
    if (strangers.length === 0) await removeObject(cluster, object);
    else remarks.push(`namespace ${object.name} stays, for there is more in it: ${strangers.slice(0, 10).join(', ')}`);
  }
  return remarks;
}

/** What depends on it goes too: kinds take their objects along, Deployments their pods. */
async function removeObject(cluster: OpenCluster, object: OwnObject): Promise<void> {
  const { client, signal } = cluster;
  const resource = resourceOf(object.kind);
  const there = await client.find(resource, object, { signal });
  const uid = there?.metadata?.uid;
  if (uid === undefined) return;
  try {
    await client.delete(resource, object, { signal, propagation: 'Background', preconditions: { uid } });
  } catch (thrown) {
    if (!(thrown instanceof KubeFault) || thrown.code !== 'kube/not-found') throw thrown;
  }
  await gone(cluster, `${object.kind} ${object.name}`, async () => {
    return (await client.find(resource, object, { signal }))?.metadata?.uid !== uid;
  });
}

const GONE_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;

async function gone({ clock, signal }: OpenCluster, what: string, isGone: () => Promise<boolean>): Promise<void> {
  const until = clock.now() + GONE_WITHIN_MS;
  while (!(await isGone())) {
    if (clock.now() >= until)
      throw installFault('install/not-gone', `removing ${what}: it was deleted, and is still there after two minutes`);
    await clock.sleep(LOOK_EVERY_MS, signal);
  }
}
