import { Decoder } from '#kube/decode/decoder.ts';
import { Interner } from '#kube/decode/interner.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import type { Shape } from '#kube/decode/shapes.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import type { Identifiable } from '#kube/reflector/identity.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import { Reflector } from '#kube/reflector/reflector.ts';
import type { Sink, Target } from '#kube/reflector/target.ts';
import type { Transport } from '#kube/transport/transport.ts';
import type { Clock } from '#ports/clock.ts';
import type { ClusterRoster, RosterAge, RosterNode, RosterPod } from '#ports/cluster-roster.ts';
import { nodeShape, type WatchedNode } from './node-shape.ts';
import { PodBook } from './pod-book.ts';
import { podShape, type WatchedPod } from './pod-shape.ts';
import { rosterNode } from './roster-node.ts';

export const rosterWatchRights: readonly PolicyRule[] = (['nodes', 'pods'] as const).flatMap((plural) =>
  (['list', 'watch'] as const).map((verb) => rightOf({ group: '', plural }, verb)),
);

export interface RosterWatchParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly observer?: ReflectorObserver;
}

/** Pods that use something: on a node, and not at their end. */
const ON_NODES = 'spec.nodeName!=,status.phase!=Succeeded,status.phase!=Failed';

/** Follows nodes and pods, and holds of each only what load needs. */
export class RosterWatch implements ClusterRoster {
  readonly #clock: Clock;
  readonly #nodes: Map<string, RosterNode> = new Map();
  readonly #pods: PodBook = new PodBook();
  readonly #reflectors: readonly [Reflector<WatchedNode>, Reflector<WatchedPod>];
  readonly #complete: PromiseWithResolvers<void> = Promise.withResolvers();
  #listed: readonly RosterNode[] | undefined;

  /** `keys`: the annotations that are ours. */
  constructor({ transport, clock, observer = {} }: RosterWatchParts, keys: readonly string[]) {
    this.#clock = clock;
    const interner = new Interner();
    const parts = <T extends Identifiable>(target: Target<T>, sink: Sink<T>) => ({
      transport,
      target,
      sink,
      observer,
      time: clock,
    });
    const nodes = targetOf('nodes', 'Node', nodeShape(keys), interner);
    const pods = { ...targetOf('pods', 'Pod', podShape, interner), query: { fieldSelector: ON_NODES } };
    this.#reflectors = [new Reflector(parts(nodes, this.#nodeSink())), new Reflector(parts(pods, this.#podSink()))];
  }

  /** Follows until the signal. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.run(signal)));
  }

  get nodes(): readonly RosterNode[] {
    return (this.#listed ??= [...this.#nodes.values()]);
  }

  get pods(): readonly RosterPod[] {
    return this.#pods.pods;
  }

  get ages(): readonly RosterAge[] {
    return this.#reflectors.map(({ status: { kind, heardAt } }) => ({ kind, heardAt }));
  }

  readonly nodeOfPod = (namespace: string, pod: string): string | undefined =>
    this.#pods.find(namespace, pod)?.nodeName;

  async whenComplete(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise, reject } = Promise.withResolvers<void>();
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    try {
      await Promise.race([this.#complete.promise, promise]);
    } finally {
      signal.removeEventListener('abort', abort);
    }
  }

  readonly #synced = (): void => {
    if (this.#reflectors.every(({ status }) => status.synced)) this.#complete.resolve();
  };

  #nodeSink(): Sink<WatchedNode> {
    return {
      applied: (watched, identity) => {
        const before = this.#nodes.get(identity.name);
        this.#nodes.set(identity.name, rosterNode(watched, identity, { before, now: this.#clock.now() }));
        this.#listed = undefined;
      },
      removed: ({ name }) => {
        this.#nodes.delete(name);
        this.#listed = undefined;
      },
      synced: this.#synced,
    };
  }

  #podSink(): Sink<WatchedPod> {
    return {
      applied: ({ metadata = {}, spec = {} }, { namespace, name, uid }) => {
        const createdAt = Date.parse(metadata.creationTimestamp ?? '');
        this.#pods.put({ namespace, name, uid, createdAt, nodeName: spec.nodeName ?? '' });
      },
      removed: ({ namespace, name }) => this.#pods.remove(namespace, name),
      synced: this.#synced,
    };
  }
}

function targetOf<T extends Identifiable>(
  plural: string,
  kind: string,
  shape: Shape<T>,
  interner: Interner,
): Target<T> {
  return {
    kind: plural,
    path: `/api/v1/${plural}`,
    decoder: new Decoder(shape, { interner }),
    protobuf: protobufEncoding(shape, `k8s.io.api.core.v1.${kind}`, interner),
  };
}
