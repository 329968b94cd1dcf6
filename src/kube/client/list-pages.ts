import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { Ask } from '#kube/transport/transport.ts';
import { type CallOptions, fromOptions } from './call-options.ts';
import { decoded } from './decoded.ts';
import { isRecord } from './parse-answer.ts';
import { collectionPath, type Resource } from './resource.ts';

export interface ListOptions extends CallOptions {
  /** Absent: all namespaces. */
  readonly namespace?: string | undefined;
  readonly labelSelector?: string | undefined;
  readonly fieldSelector?: string | undefined;
  /** Objects a page. */
  readonly limit?: number | undefined;
  /** When the state listed was compacted away before the last page: read the rest as it is now, or all anew. */
  readonly whenExpired?: 'go-on' | 'begin-again' | undefined;
}

export interface Page<T> {
  /**
   * How it stands to the pages before. `first`: there are none. `next`: the same moment. `newer`: a later moment, and so
   * are those that follow: what was listed before may have changed. `again`: the list begins anew, forget those before.
   */
  readonly follows: 'first' | 'next' | 'newer' | 'again';
  readonly items: readonly T[];
  /** Of the list, for a watch to begin at. */
  readonly resourceVersion: string;
  /** How many objects are still to come, where the server says. */
  readonly remaining: number | undefined;
}

export const listDefaults = { limit: 500, whenExpired: 'go-on', deadlineMs: 60_000 } as const;

// a list that expires again and again would never end: better a fault than that
const mostBeginnings = 3;

/**
 * The pages of a list, as client-go's pager reads them: the limit is never dropped, not even for a token that expired.
 *   410 with a token         -> go on from there: `newer`
 *   410 without, or unwanted -> begin again: `again`, a few times
 */
export async function* pagesOf<T>(
  send: (ask: Ask) => Promise<unknown>,
  resource: Resource<T>,
  options: ListOptions,
): AsyncGenerator<Page<T>, void, undefined> {
  let next: Next = { follows: 'first', token: undefined, beginnings: 1 };
  for (;;) {
    const answer = await send(pageAsk(resource, options, next.token)).catch((thrown: unknown) => {
      next = afterExpiry(thrown, next, options);
    });
    if (answer === undefined) continue;
    const { token, ...page } = readPage(answer, resource);
    yield { ...page, follows: next.follows };
    if (token === undefined) return;
    next = { ...next, follows: 'next', token };
  }
}

/** What is asked for next. */
interface Next {
  readonly follows: Page<unknown>['follows'];
  readonly token: string | undefined;
  readonly beginnings: number;
}

/** How a list goes on that cannot go on as it was. */
function afterExpiry(thrown: unknown, next: Next, { whenExpired = listDefaults.whenExpired }: ListOptions): Next {
  if (!(thrown instanceof KubeFault) || thrown.code !== 'kube/gone' || next.token === undefined) throw thrown;
  if (thrown.continueWith !== undefined && whenExpired === 'go-on')
    return { ...next, follows: 'newer', token: thrown.continueWith };
  if (next.beginnings >= mostBeginnings) throw thrown;
  return { follows: 'again', token: undefined, beginnings: next.beginnings + 1 };
}

function pageAsk(resource: Resource<unknown>, options: ListOptions, token: string | undefined): Ask {
  const {
    namespace,
    labelSelector,
    fieldSelector,
    limit = listDefaults.limit,
    deadlineMs = listDefaults.deadlineMs,
  } = options;
  return {
    method: 'GET',
    path: collectionPath(resource, namespace),
    query: {
      limit: String(limit),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
      ...(token === undefined ? {} : { continue: token }),
    },
    repeatable: 'yes',
    ...fromOptions({ ...options, deadlineMs }, 'read'),
  };
}

function readPage<T>(answer: unknown, resource: Resource<T>): Omit<Page<T>, 'follows'> & { token: string | undefined } {
  const list = isRecord(answer) ? answer : {};
  const metadata = isRecord(list['metadata']) ? list['metadata'] : {};
  const { resourceVersion, continue: token, remainingItemCount: remaining } = metadata;
  const items: readonly unknown[] | undefined = Array.isArray(list['items']) ? list['items'] : undefined;
  if (items === undefined && list['items'] !== null)
    throw new KubeFault('kube/malformed', `listing ${resource.plural}: the answer is no list`);
  return {
    items: (items ?? []).map((item) => decoded(resource, item)), // Go writes an empty list as null
    resourceVersion: typeof resourceVersion === 'string' ? resourceVersion : '',
    remaining: typeof remaining === 'number' ? remaining : undefined,
    token: typeof token === 'string' && token !== '' ? token : undefined,
  };
}
