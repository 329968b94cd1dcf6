import type { IncomingMessage } from 'node:http';
import { matches, type RequestMatch } from './aim.ts';
import type { Exchange } from './exchange.ts';
import type { Fault } from './fault.ts';

/** A request as it came through, for tests to assert on. */
export interface RequestRecord {
  readonly method: string;
  readonly path: string;
  /** With its question mark; empty without. */
  readonly query: string;
  readonly watch: boolean;
  /** The bearer token it carried; empty without. */
  readonly token: string;
  /** Milliseconds since the Unix epoch. */
  readonly startedAt: number;
  /** Undefined while it is in flight. */
  readonly endedAt: number | undefined;
  /** What the client was answered; 0 while, or if, it was nothing. */
  readonly status: number;
  /** Of the answer's body, as far as it went to the client. */
  readonly bodyBytes: number;
  /** What was injected, in order. */
  readonly faults: readonly Fault['kind'][];
}

/** The same, still being written. */
export type OpenRecord = { -readonly [Field in keyof RequestRecord]: RequestRecord[Field] } & {
  readonly faults: Fault['kind'][];
};

export function recordOf({ method = '', url = '', headers }: IncomingMessage): OpenRecord {
  const { pathname, search, searchParams } = new URL(url, 'https://proxy');
  return {
    method,
    path: pathname,
    query: search,
    watch: ['true', '1'].includes(searchParams.get('watch') ?? ''),
    token: headers.authorization?.replace(/^Bearer /, '') ?? '',
    startedAt: Date.now(),
    endedAt: undefined,
    status: 0,
    bodyBytes: 0,
    faults: [],
  };
}

/** Every request of this proxy, and the exchanges that are running. */
export class Traffic {
  readonly #records: OpenRecord[] = [];
  readonly #running: Set<Exchange> = new Set();

  get running(): ReadonlySet<Exchange> {
    return this.#running;
  }

  add(exchange: Exchange): void {
    const { record, response } = exchange;
    this.#records.push(record);
    this.#running.add(exchange);
    response.once('close', () => {
      record.endedAt = Date.now();
      this.#running.delete(exchange);
    });
  }

  requests(match: RequestMatch): readonly RequestRecord[] {
    return this.#records.filter((record) => matches(match, record));
  }

  /** `{'GET /api/v1/pods 200': 2}`; in flight without an answer, or cut before one, is status 0. */
  counts(): Readonly<Record<string, number>> {
    const by = Map.groupBy(this.#records, ({ method, path, status }) => `${method} ${path} ${status}`);
    return Object.fromEntries([...by].map(([name, those]) => [name, those.length]));
  }
}
