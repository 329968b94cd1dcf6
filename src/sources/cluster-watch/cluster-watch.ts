import type { Fault } from '#base/fault.ts';
import { appliedEvent, type ClusterEvent, type ClusterKind, type ClusterObjects } from '#cluster/cluster-event.ts';
import { type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { collectionPath } from '#kube/client/resource.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { Interner } from '#kube/decode/interner.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import type { Identity } from '#kube/reflector/identity.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import type { ReflectorOptions } from '#kube/reflector/options.ts';
import { Reflector } from '#kube/reflector/reflector.ts';
import type { Sink, Target } from '#kube/reflector/target.ts';
import type { Transport } from '#kube/transport/transport.ts';
import type { Clock } from '#ports/clock.ts';
import type { ClusterListener, ClusterSource, KindStanding } from '#ports/cluster-source.ts';
import { kindNames, type ReadKind, readKinds } from './kinds.ts';
import { unreadableFor } from './unreadable.ts';

export const clusterWatchRights: readonly PolicyRule[] = kindNames.flatMap((kind) =>
  (['list', 'watch'] as const).map((verb) => rightOf(readKinds[kind].resource, verb)),
);

export interface ClusterWatchParts {
  readonly transport: Transport;
  /** By which it is told when a kind was heard of. */
  readonly clock: Clock;
  readonly observer?: ReflectorObserver;
  readonly options?: Partial<ReflectorOptions>;
}

/** One kind as it is followed. */
interface Followed {
  readonly of: ClusterKind;
  readonly follow: (signal: AbortSignal) => Promise<void>;
  readonly status: () => { readonly synced: boolean; readonly heardAt: number | 'never'; readonly objects: number };
  /** What last went wrong; undefined once the kind is heard of again. */
  fault: Fault | undefined;
}

/** Follows every kind the cluster is made of on an API server, a watch each; keeps none of the objects. */
export class ClusterWatch implements ClusterSource {
  readonly #parts: ClusterWatchParts;
  #followed: readonly Followed[] = [];
  #isInSync: boolean = false;

  constructor(parts: ClusterWatchParts) {
    this.#parts = parts;
  }

  get standings(): readonly KindStanding[] {
    if (this.#followed.length === 0) return kindNames.map(neverRead);
    return this.#followed.map(standingOf);
  }

  async run(listener: ClusterListener, signal: AbortSignal): Promise<void> {
    const interner = new Interner();
    this.#isInSync = false;
    this.#followed = kindNames.map((kind) => this.#followedKind(readKinds[kind], interner, listener));
    await Promise.all(this.#followed.map(({ follow }) => follow(signal)));
  }

  #followedKind<Kind extends ClusterKind>(
    read: ReadKind<Kind>,
    interner: Interner,
    listener: ClusterListener,
  ): Followed {
    const { transport, clock: time, observer = {}, options } = this.#parts;
    const sink: Sink<ClusterObjects[Kind]> = {
      applied: (object) => listener.told(appliedEvent(read.of, object)),
      removed: (identity) => listener.told({ kind: 'removed', of: read.of, object: objectNamed(identity) }),
      synced: () => {
        followed.fault = undefined;
        this.#tellSync(listener);
      },
    };
    const faulted: NonNullable<ReflectorObserver['faulted']> = (kind, fault, againAfterMs) => {
      followed.fault = fault;
      observer.faulted?.(kind, fault, againAfterMs);
      this.#tellSync(listener);
    };
    const watchOpened = (kind: string): void => {
      if (reflector.status.synced) followed.fault = undefined;
      observer.watchOpened?.(kind);
    };
    const target = targetOf(read, interner);
    const reflector = new Reflector(
      { transport, target, sink, time, observer: { ...observer, faulted, watchOpened } },
      options,
    );
    const followed: Followed = {
      of: read.of,
      follow: (signal) => reflector.run(signal),
      status: () => reflector.status,
      fault: undefined,
    };
    return followed;
  }

  /** Once only: a kind that cannot be read is as much told as it will be. */
  #tellSync(listener: ClusterListener): void {
    if (this.#isInSync || this.standings.some(({ completeness }) => completeness === 'partial')) return;
    this.#isInSync = true;
    listener.inSync();
  }
}

function targetOf<Kind extends ClusterKind>(
  { resource, shape, message }: ReadKind<Kind>,
  interner: Interner,
): Target<ClusterObjects[Kind]> {
  return {
    kind: resource.plural,
    path: collectionPath(resource),
    decoder: new Decoder(shape, { interner }),
    protobuf: protobufEncoding(shape, message, interner),
  };
}

const objectNamed = ({ namespace, name, uid }: Identity): Extract<ClusterEvent, { kind: 'removed' }>['object'] => ({
  metadata: namespace === '' ? { name, uid } : { namespace, name, uid },
});

const neverRead = (kind: ClusterKind): KindStanding => ({
  kind,
  completeness: 'partial',
  heardAt: 'never',
  objects: 0,
});

function standingOf({ of: kind, status, fault }: Followed): KindStanding {
  const { synced, heardAt, objects } = status();
  if (fault === undefined) return { kind, completeness: synced ? 'whole' : 'partial', heardAt, objects };
  return { kind, completeness: unreadableFor(fault) ?? (synced ? 'whole' : 'partial'), heardAt, objects, fault };
}
