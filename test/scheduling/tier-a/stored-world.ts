import type { Pod } from '#api/kubernetes/pod.ts';
import { expectOk, type KubeApi, type KubeObject } from '../../support/kube-api.ts';
import type { World, WorldObjects } from '../world.ts';

/** A list of a world, and where an API server keeps such objects. */
interface Shelf {
  readonly list: keyof WorldObjects;
  readonly group: string;
  readonly plural: string;
  readonly namespaced: boolean;
}

/** In the order of creation; emptied from the end. */
const shelves: readonly Shelf[] = [
  { list: 'storageClasses', group: '/apis/storage.k8s.io/v1', plural: 'storageclasses', namespaced: false },
  { list: 'csiDrivers', group: '/apis/storage.k8s.io/v1', plural: 'csidrivers', namespaced: false },
  { list: 'nodes', group: '/api/v1', plural: 'nodes', namespaced: false },
  { list: 'csiNodes', group: '/apis/storage.k8s.io/v1', plural: 'csinodes', namespaced: false },
  { list: 'csiStorageCapacities', group: '/apis/storage.k8s.io/v1', plural: 'csistoragecapacities', namespaced: true },
  { list: 'services', group: '/api/v1', plural: 'services', namespaced: true },
  { list: 'replicationControllers', group: '/api/v1', plural: 'replicationcontrollers', namespaced: true },
  { list: 'replicaSets', group: '/apis/apps/v1', plural: 'replicasets', namespaced: true },
  { list: 'statefulSets', group: '/apis/apps/v1', plural: 'statefulsets', namespaced: true },
  { list: 'persistentVolumes', group: '/api/v1', plural: 'persistentvolumes', namespaced: false },
  { list: 'persistentVolumeClaims', group: '/api/v1', plural: 'persistentvolumeclaims', namespaced: true },
  { list: 'volumeAttachments', group: '/apis/storage.k8s.io/v1', plural: 'volumeattachments', namespaced: false },
  { list: 'pods', group: '/api/v1', plural: 'pods', namespaced: true },
];

const holdOn = 'plimsoll.dev/hold';

/** Puts worlds into a real API server, one after the other, and reads back what it made of them. */
export class WorldStore {
  readonly #api: KubeApi;
  /** Objects that the API server would not have, and why; the world is then the others. */
  readonly refused: string[] = [];

  constructor(api: KubeApi) {
    this.#api = api;
  }

  /** Everything of the last world goes, whether it was to be held or not. */
  async empty(): Promise<void> {
    for (const shelf of shelves.toReversed()) {
      for (const { metadata } of await this.#list(shelf)) {
        const path = pathOf(shelf, metadata.namespace, metadata.name);
        if (metadata.finalizers !== undefined) await this.#api.merge(path, { metadata: { finalizers: null } });
        await this.#api.delete(path, { gracePeriodSeconds: 0 });
      }
    }
  }

  /** The world as stored: with the server's defaults and uids, and without the probes, which come one by one. */
  async fill(world: World): Promise<World> {
    for (const { metadata } of world.objects.namespaces ?? []) {
      await this.#api.create('/api/v1/namespaces', { metadata: { name: metadata.name, labels: metadata.labels } });
    }
    for (const shelf of shelves) {
      for (const object of world.objects[shelf.list] ?? []) await this.#put(shelf, object);
    }
    const lists = await Promise.all(shelves.map(async (shelf) => [shelf.list, await this.#list(shelf)] as const));
    const namespaces = expectOk(await this.#api.get('/api/v1/namespaces')).items;
    const objects = { namespaces, ...Object.fromEntries(lists) } as unknown as WorldObjects;
    return { id: world.id, objects, probes: [] };
  }

  /** The probe as stored, or undefined where the server will not have it. */
  async addProbe(probe: Pod): Promise<Pod | undefined> {
    const made = await this.#api.create(`/api/v1/namespaces/${probe.metadata.namespace}/pods`, sendable(probe));
    if (made.status >= 300) this.refused.push(String(made.body.message));
    return made.status < 300 ? made.body : undefined;
  }

  async #list({ group, plural }: Shelf): Promise<KubeObject[]> {
    return expectOk(await this.#api.get(`${group}/${plural}`)).items;
  }

  async #put(shelf: Shelf, object: KubeObject): Promise<void> {
    const { name, namespace, deletionTimestamp } = object.metadata;
    const path = pathOf(shelf, namespace, name);
    const whole = sendable(object);
    if (deletionTimestamp !== undefined) whole.metadata.finalizers = [holdOn];
    const made = await this.#api.create(path.slice(0, path.lastIndexOf('/')), whole);
    if (made.status >= 300) {
      this.refused.push(String(made.body.message));
      return;
    }
    if (object.status !== undefined && shelf.list !== 'nodes') {
      const answer = await this.#api.merge(`${path}/status`, { status: object.status });
      if (answer.status >= 300) this.refused.push(String(answer.body.message));
    }
    if (deletionTimestamp !== undefined) await this.#api.delete(path);
  }
}

const pathOf = ({ group, plural, namespaced }: Shelf, namespace: string, name: string): string =>
  namespaced ? `${group}/namespaces/${namespace}/${plural}/${name}` : `${group}/${plural}/${name}`;

/** What generated objects leave out since placement does not depend on it, and a server insists on. */
function sendable(object: KubeObject): KubeObject {
  const { uid: _uid, deletionTimestamp: _ending, ...metadata } = object.metadata;
  const sent = structuredClone({ ...object, metadata });
  if (sent.spec?.containers !== undefined) completePod(sent.spec);
  return sent;
}

function completePod(spec: KubeObject): void {
  spec.terminationGracePeriodSeconds = 0;
  spec.automountServiceAccountToken = false;
  for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) completeContainer(container);
  const mounted = spec.containers.some(({ volumeMounts }: KubeObject) => volumeMounts !== undefined);
  if (mounted) spec.volumes = [...(spec.volumes ?? []), { name: 'v', emptyDir: {} }];
  for (const { iscsi } of spec.volumes ?? []) {
    if (iscsi !== undefined) Object.assign(iscsi, { targetPortal: '127.0.0.1:3260', lun: 0 });
  }
  unmerge(spec);
}

const overcommitted = new Set(['cpu', 'memory', 'ephemeral-storage']);

function completeContainer(container: KubeObject): void {
  container.image ??= 'registry.example/any:1';
  const requests = Object.entries(container.resources?.requests ?? {});
  // what cannot be lent is limited to what is requested
  const limits = Object.fromEntries(requests.filter(([name]) => !overcommitted.has(name)));
  if (requests.length > 0) container.resources.limits = limits;
  for (const mount of container.volumeMounts ?? []) mount.mountPath = '/mounted';
  if (container.restartPolicyRules === undefined) return;
  container.restartPolicy = 'Never';
  for (const rule of container.restartPolicyRules) rule.exitCodes = { operator: 'In', values: [42] };
}

/** A server merges the keys into the selector itself, and refuses what has them there already. */
function unmerge(node: KubeObject): void {
  if (typeof node !== 'object' || node === null) return;
  const keys = new Set([...(node.matchLabelKeys ?? []), ...(node.mismatchLabelKeys ?? [])]);
  if (keys.size > 0 && node.labelSelector?.matchExpressions !== undefined) {
    node.labelSelector.matchExpressions = node.labelSelector.matchExpressions.filter(
      ({ key }: KubeObject) => !keys.has(key),
    );
  }
  for (const below of Object.values(node)) unmerge(below);
}
