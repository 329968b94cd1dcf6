import { newestDialect } from '#api/dialect.ts';
import { controllerOf } from '#api/pod-standing.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterEvent } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { placePod } from '#decisions/scheduling/place-pod.ts';
import { defaultProfile, type Profile } from '#decisions/scheduling/profile.ts';
import type { Change } from '#simulation/world/objects/object-store.ts';
import { isActive } from '#simulation/world/objects/object-store.ts';
import { backdropKinds, keyOf } from '#simulation/world/objects/objects.ts';
import { withStatus } from '#simulation/world/pod-writes.ts';
import { WorkQueue } from './work-queue.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

/** A pod that found no node is tried again after this at the latest, and after the least of it where something changed. */
const LEAST_BACKOFF_MS = 1000;
const MOST_BACKOFF_MS = 10_000;
const LONGEST_WAIT_MS = 300_000;

interface Hint {
  readonly node: string;
  readonly untilMs: number;
}

/** The world's scheduler: our engine on what the API server tells, with kube-scheduler's default profile until told otherwise. */
export class WorldScheduler {
  readonly #core: WorldCore;
  readonly #cluster: ClusterStore = new ClusterStore(newestDialect);
  #profile: Profile = defaultProfile(newestDialect);
  readonly #queue: WorkQueue;
  /** Pods that found no node, and how often. */
  readonly #waiting: Map<string, number> = new Map();
  /** Where the next pod of an owner is wanted. */
  readonly #hints: Map<string, Hint> = new Map();

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.schedulingMs, (key) => this.#place(key));
    core.store.listen((change) => this.#hear(change));
  }

  /** How many pods wait for room. */
  get waiting(): number {
    return this.#waiting.size;
  }

  /** The next pod of this owner is to go to a node, as long as it may still have room there before the instant. */
  hint(owner: string, node: string, untilMs: number): void {
    this.#hints.set(owner, { node, untilMs });
  }

  /** Pods are placed by this from now on; whoever is placed already stays. */
  placeBy(profile: Profile): void {
    this.#profile = profile;
  }

  #hear(change: Change): void {
    // marks come often, and the default profile reads none
    if (change.kind === 'Node' && isOfMarksAlone(change)) return;
    const event = eventOf(change);
    if (event !== undefined) this.#cluster.apply(event);
    if (change.kind === 'Pod') this.#hearPod(change);
    else if (change.kind === 'Node' && change.after !== undefined) this.#retryAll();
  }

  #hearPod({ before, after }: Extract<Change, { kind: 'Pod' }>): void {
    if (after === undefined || !isActive(after)) {
      this.#waiting.delete(keyOf((after ?? before!).metadata));
      if (before?.spec.nodeName !== undefined) this.#retryAll();
    } else if (before === undefined && after.spec.nodeName === undefined) this.#queue.add(keyOf(after.metadata));
  }

  /** Room may have come free: whoever waits is looked at again, but not before its backoff is over. */
  #retryAll(): void {
    for (const [key, attempts] of this.#waiting) {
      this.#queue.add(key, Math.min(MOST_BACKOFF_MS, LEAST_BACKOFF_MS * 2 ** (attempts - 1)));
    }
  }

  #place(key: string): void {
    const { store, clock } = this.#core;
    const pod = store.get('Pod', key);
    if (pod === undefined || pod.spec.nodeName !== undefined || !isActive(pod)) return;
    const owner = controllerOf(pod)?.uid ?? pod.metadata.uid;
    const hint = this.#hints.get(owner);
    const wanted = hint === undefined ? pod : withStatus(pod, { nominatedNodeName: hint.node });
    const placement = placePod(this.#cluster.view(), wanted, this.#profile);
    const isElsewhere = hint !== undefined && (placement.kind !== 'placed' || placement.nodeName !== hint.node);
    if (isElsewhere && clock.now() < hint.untilMs) {
      this.#queue.add(key, LEAST_BACKOFF_MS);
      return;
    }
    this.#hints.delete(owner);
    if (placement.kind === 'placed') this.#bind(pod, placement.nodeName);
    else this.#wait(key, 'message' in placement ? placement.message : placement.why);
  }

  #bind(pod: Pod, nodeName: string): void {
    const key = keyOf(pod.metadata);
    this.#waiting.delete(key);
    tell(this.#core, 'pod-placed', key, { node: nodeName });
    this.#core.store.put('Pod', { ...pod, spec: { ...pod.spec, nodeName } });
  }

  #wait(key: string, why: string): void {
    const attempts = (this.#waiting.get(key) ?? 0) + 1;
    this.#waiting.set(key, attempts);
    if (attempts === 1) tell(this.#core, 'pod-waiting', key, { why });
    this.#queue.add(key, LONGEST_WAIT_MS);
  }
}

const HEEDED: ReadonlySet<string> = new Set(['Node', 'Pod', 'Service', 'ReplicaSet', 'StatefulSet', ...backdropKinds]);

/** What a change means to the scheduler's cluster; nothing where it does not look at such objects. */
function eventOf({ kind: of, before, after }: Change): ClusterEvent | undefined {
  if (!HEEDED.has(of)) return undefined;
  const event = after === undefined ? { kind: 'removed', of, object: before } : { kind: 'applied', of, object: after };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a change's objects are of its kind
  return event as ClusterEvent;
}

/** Whether nothing but annotations has changed on a node. */
function isOfMarksAlone({ before, after }: Extract<Change, { kind: 'Node' }>): boolean {
  return (
    before !== undefined &&
    after !== undefined &&
    before.spec === after.spec &&
    before.status === after.status &&
    before.metadata.labels === after.metadata.labels
  );
}
