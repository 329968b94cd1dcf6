import type { Decoder } from '#kube/decode/decoder.ts';
import { acceptOf, answeredIn, type Encoding } from '#kube/decode/encoding.ts';
import { jsonEncoding } from '#kube/decode/json-encoding.ts';
import type { Ask, StreamedAnswer } from '#kube/transport/transport.ts';
import type { Identifiable, Identity } from './identity.ts';

/** Which objects are followed, and what of each is kept. */
export interface Target<T extends Identifiable> {
  /** The plural, for people: `pods`. */
  readonly kind: string;
  /** `/api/v1/pods`, `/apis/apps/v1/namespaces/shop/deployments`. */
  readonly path: string;
  /** `fieldSelector`, `labelSelector`. */
  readonly query?: Readonly<Record<string, string>>;
  readonly decoder: Decoder<T>;
  /** Asked for rather than JSON, to the same effect; not every server speaks it. */
  readonly protobuf?: Encoding<T> | undefined;
}

/** Who is told. Called in order and at once; what it throws is reported, and changes nothing for the reflector. */
export interface Sink<T> {
  /** The object is new, or another version of one told before. */
  applied(object: T, identity: Identity): void;
  /** An object told before is gone. Where a name is given again, this comes before the new bearer. */
  removed(identity: Identity): void;
  /** All objects that exist have been told: for the first time, or again after a relist. */
  synced(): void;
}

/** What the answer is read with, as its type says. */
export function encodingOf<T extends Identifiable>(target: Target<T>, { headers }: StreamedAnswer): Encoding<T> {
  return answeredIn(encodingsOf(target), headers['content-type']);
}

function encodingsOf<T extends Identifiable>({ protobuf, decoder }: Target<T>): [...Encoding<T>[], Encoding<T>] {
  const json = jsonEncoding(decoder);
  return protobuf === undefined ? [json] : [protobuf, json];
}

/** The request for a page, or for a whole list where there is no `limit`. */
export function listAsk<T extends Identifiable>(target: Target<T>, page: { limit?: number; continue?: string }): Ask {
  const query: Record<string, string> = { ...target.query };
  if (page.limit !== undefined) query['limit'] = String(page.limit);
  if (page.continue !== undefined) query['continue'] = page.continue;
  return { method: 'GET', path: target.path, query, accept: acceptOf(encodingsOf(target)), repeatable: 'yes' };
}

/** How a watch begins: after a version, or with everything there is as its first events. */
export type Beginning = { readonly after: string } | 'everything';

export function watchAsk<T extends Identifiable>(target: Target<T>, from: Beginning, timeoutSeconds: number): Ask {
  const begin =
    from === 'everything'
      ? { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }
      : { resourceVersion: from.after };
  const query = {
    ...target.query,
    watch: 'true',
    allowWatchBookmarks: 'true',
    timeoutSeconds: String(timeoutSeconds),
    ...begin,
  };
  // the reflector knows better where to go on, and tells of every fault itself
  return { method: 'GET', path: target.path, query, accept: acceptOf(encodingsOf(target)), repeatable: 'by-caller' };
}
