import { appliedEvent, type ClusterEvent, type ClusterKind, type ClusterObjects } from '#cluster/cluster-event.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { Interner } from '#kube/decode/interner.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { HeardKind, HeardLook } from '#ports/recording.ts';
import { kindNames, readKinds } from './kinds.ts';
import { unreadableFor } from './unreadable.ts';

/** All objects of a kind; or why there are none to be had, whatever the moment. */
export type KindReading<Object> =
  | { readonly kind: 'listed'; readonly items: readonly Object[] }
  | { readonly kind: 'not-served' | 'forbidden'; readonly fault: KubeFault };

/** A whole cluster, each kind listed once. */
export type ClusterReading = { readonly [Kind in ClusterKind]: KindReading<ClusterObjects[Kind]> };

/** Lists every kind at once, streamed and projected, each with a view of its own moment. Throws what may pass by itself. */
export async function readCluster(client: KubeClient, signal: AbortSignal): Promise<ClusterReading> {
  const interner = new Interner();
  const read = await Promise.all(
    kindNames.map(async (kind) => [kind, await readKind(client, kind, { interner, signal })] as const),
  );
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each name goes with its kind, and all are there
  return Object.fromEntries(read) as ClusterReading;
}

export interface KindAsk {
  readonly interner?: Interner;
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  readonly signal: AbortSignal;
}

/** Lists one kind, streamed and projected. Throws what may pass by itself. */
export async function readKind<Kind extends ClusterKind>(
  client: KubeClient,
  kind: Kind,
  { interner = new Interner(), namespace, signal }: KindAsk,
): Promise<KindReading<ClusterObjects[Kind]>> {
  const { resource, shape } = readKinds[kind];
  const items: ClusterObjects[Kind][] = [];
  try {
    await client.stream(resource, {
      decoder: new Decoder(shape, { interner }),
      namespace,
      signal,
      take: (item) => void items.push(item),
    });
    return { kind: 'listed', items };
  } catch (thrown) {
    if (!(thrown instanceof KubeFault)) throw thrown;
    const why = unreadableFor(thrown);
    if (why === undefined) throw thrown;
    return { kind: why, fault: thrown };
  }
}

/** What was read, as a store wants to be told. */
export function eventsOf(objects: HeardLook['objects']): readonly ClusterEvent[] {
  return kindNames.flatMap((kind) => eventsOfKind(kind, objects[kind]));
}

function eventsOfKind<Kind extends ClusterKind>(
  kind: Kind,
  listed: HeardKind<ClusterObjects[Kind]>,
): readonly ClusterEvent[] {
  return listed.kind === 'listed' ? listed.items.map((object) => appliedEvent(kind, object)) : [];
}
