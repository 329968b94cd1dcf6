import type { Pod } from '#api/kubernetes/pod.ts';
import { type ControlPlane, startControlPlane } from '../../control-plane/start-control-plane.ts';
import { expectOk } from '../../support/kube-api.ts';
import { until } from '../../support/until.ts';
import type { World } from '../world.ts';
import { type ExtenderMode, type RecordingExtender, startRecordingExtender } from './recording-extender.ts';
import { WorldStore } from './stored-world.ts';

/** What the real binary let be seen of one probe. */
export interface Seen {
  readonly probe: Pod;
  /** The nodes that passed all its filters. */
  readonly fitting: readonly string[];
  /** The text of the condition PodScheduled, what the extender added included. */
  readonly message: string;
  /** In the mode `bind-fail`, where any node fits. */
  readonly chosen?: string;
}

/** Admission that would rewrite what is written, or wants objects that worlds have not. */
const rewriting = [
  'DefaultTolerationSeconds',
  'ServiceAccount',
  'Priority',
  'PodTopologyLabels',
  'TaintNodesByCondition',
  'StorageObjectInUseProtection',
  'DefaultStorageClass',
  'RuntimeClass',
];

/** kube-scheduler as it is released, on a real API server, with an extender that writes down what it is asked. */
export class RealScheduler {
  readonly #plane: ControlPlane;
  readonly #extender: RecordingExtender;
  readonly #store: WorldStore;
  #started = false;

  constructor(plane: ControlPlane, extender: RecordingExtender) {
    this.#plane = plane;
    this.#extender = extender;
    this.#store = new WorldStore(plane.api);
  }

  get refused(): readonly string[] {
    return this.#store.refused;
  }

  /** Stores the world, starts a scheduler that finds it there, and shows it each probe, each alone. */
  async see(world: World): Promise<{ readonly world: World; readonly seen: readonly Seen[] }> {
    if (this.#started) await this.#plane.process('kube-scheduler').stop();
    await this.#store.empty();
    const stored = await this.#store.fill(world);
    await this.#plane.restart('kube-scheduler');
    this.#started = true;
    const seen: Seen[] = [];
    for (const probe of world.probes) {
      const one = await this.#show(probe);
      if (one !== undefined) seen.push(one);
    }
    return { world: { ...stored, probes: seen.map(({ probe }) => probe) }, seen };
  }

  async stop(): Promise<void> {
    await this.#plane.stop();
    await this.#extender.close();
  }

  async #show(asked: Pod): Promise<Seen | undefined> {
    const probe = await this.#store.addProbe(asked);
    if (probe === undefined) return undefined;
    const { namespace, name, uid } = probe.metadata;
    const path = `/api/v1/namespaces/${namespace}/pods/${name}`;
    const message = await until(`the scheduler to say what becomes of ${namespace}/${name}`, async () => {
      const pod: Pod = expectOk(await this.#plane.api.get(path));
      return pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')?.message;
    });
    await this.#plane.api.delete(path, { gracePeriodSeconds: 0 });
    const chosen = this.#extender.chosen(uid);
    return {
      probe,
      fitting: this.#extender.offered(uid) ?? [],
      message,
      ...(chosen === undefined ? {} : { chosen }),
    };
  }
}

/** Starts an API server for it; the scheduler itself starts anew with each world. */
export async function startRealScheduler(mode: ExtenderMode): Promise<RealScheduler> {
  const extender = await startRecordingExtender(mode);
  const plane = await startControlPlane({
    components: [],
    audit: false,
    apiServerFlags: { 'disable-admission-plugins': rewriting.join(',') },
    schedulerConfiguration: {
      percentageOfNodesToScore: 100,
      podInitialBackoffSeconds: 1,
      podMaxBackoffSeconds: 1,
      clientConnection: { qps: 2000, burst: 4000 },
      profiles: [{ schedulerName: 'default-scheduler', plugins: { postFilter: { disabled: [{ name: '*' }] } } }],
      extenders: [
        {
          urlPrefix: extender.url,
          filterVerb: 'filter',
          bindVerb: 'bind',
          nodeCacheCapable: true,
          weight: 1,
          httpTimeout: '5s',
        },
      ],
    },
  });
  return new RealScheduler(plane, extender);
}
