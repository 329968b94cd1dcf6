import type { ListHead } from '#kube/decode/list-stream.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { Ask, Transport } from '#kube/transport/transport.ts';
import { drain } from '#kube/decode/drain.ts';
import type { Identifiable } from './identity.ts';
import type { ReflectorOptions } from './options.ts';
import { encodingOf, listAsk, type Target } from './target.ts';

export interface Listing<T extends Identifiable> {
  readonly target: Target<T>;
  readonly transport: Transport;
  readonly options: ReflectorOptions;
  readonly signal: AbortSignal;
  readonly take: (item: T) => void;
  readonly heard: () => void;
  /** The list starts over: what was taken so far is not the whole. */
  readonly startOver: () => void;
}

/**
 * Lists in pages, one snapshot of the server, and gives its version. A continue token that expires on the way ends the
 * snapshot: going on from it would mix versions, and starting over in pages might never end on a large and busy
 * cluster, so the list is then taken whole, in one answer, decoded as it streams.
 */
export async function listPages<T extends Identifiable>(listing: Listing<T>): Promise<string> {
  const { target, options } = listing;
  let page: { limit?: number; continue?: string } = { limit: options.pageSize };
  for (;;) {
    try {
      const { resourceVersion, continue: token } = await onePage(listing, listAsk(target, page));
      if (token === undefined || token === '') return resourceVersion;
      page = { limit: options.pageSize, continue: token };
    } catch (fault) {
      if (!expired(fault) || page.continue === undefined) throw fault;
      listing.startOver();
      page = {};
    }
  }
}

const expired = (fault: unknown): boolean => fault instanceof KubeFault && fault.code === 'kube/gone';

interface PageHead {
  readonly resourceVersion: string;
  readonly continue?: string;
}

async function onePage<T extends Identifiable>(listing: Listing<T>, ask: Ask): Promise<PageHead> {
  const { target, transport, options, signal, take, heard } = listing;
  const { pageWithinMs: deadlineMs, compression, turnMs } = options;
  const answer = await transport.stream({ ...ask, signal, deadlineMs, compression });
  const reader = encodingOf(target, answer).list();
  await drain(answer.body, { reader, take, heard, turnMs });
  return headOf(reader.finish(), target.kind);
}

function headOf({ metadata = {} }: ListHead, kind: string): PageHead {
  const { resourceVersion, continue: token } = metadata;
  if (resourceVersion === undefined) throw new KubeFault('kube/malformed', `listing ${kind}: the list has no version`);
  return token === undefined ? { resourceVersion } : { resourceVersion, continue: token };
}
