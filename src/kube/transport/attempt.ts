import type { AuthHeaders } from '#kube/config/credentials.ts';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import { collectBeginning } from './collect.ts';
import { exchange, type Received, type ReceivedHeaders } from './exchange.ts';
import { faultOfAnswer } from './faults/fault-of-answer.ts';
import { gunzipped } from './gunzipped.ts';
import { Identity } from './connections/identity.ts';
import type { KubeFault } from './faults/kube-fault.ts';
import type { TransportOptions } from './options.ts';
import { type SendingMaker, sendingMaker } from './sending.ts';
import type { Span } from './span.ts';
import type { Ask } from './transport.ts';

const refusalBytes = 64 * 1024;

/** One try at a request: credentials, connection, answer. */
export class Attempts {
  readonly #config: KubeConfig;
  readonly #options: TransportOptions;
  readonly #identity: Identity;
  readonly #sending: SendingMaker;

  constructor(config: KubeConfig, options: TransportOptions) {
    this.#config = config;
    this.#options = options;
    this.#identity = new Identity(config, options, options.observer);
    this.#sending = sendingMaker(config, options.userAgent);
  }

  /** Resolves with an answer below 300, its body still coming. `over` is called once, when the connection is free. */
  async make(ask: Ask, span: Span, over: () => void): Promise<Received> {
    const { connections, auth } = await span.until(this.#identity.show(this.#options.time.now())).catch((thrown) => {
      over();
      throw thrown;
    });
    const lane = connections.take();
    const askedAt = this.#options.time.now();
    const received = await exchange(lane, this.#sending(ask, auth), {
      doing: span.doing,
      signal: span.signal,
      over() {
        connections.give(lane);
        over();
      },
    });
    this.#tellDate(received.headers['date'], askedAt);
    const answer = unpacked(received, span.doing);
    if (answer.status < 300) return answer;
    throw await this.#refusal(answer, auth, span);
  }

  close(): Promise<void> {
    return this.#identity.close();
  }

  #tellDate(date: ReceivedHeaders[string], askedAt: number): void {
    const writtenAt = typeof date === 'string' ? Date.parse(date) : Number.NaN;
    if (Number.isNaN(writtenAt)) return;
    const { observer, time } = this.#options;
    observer.dated?.(writtenAt, time.now() - askedAt);
  }

  async #refusal({ status, headers, body }: Received, auth: AuthHeaders, span: Span): Promise<KubeFault> {
    const text = Buffer.from(await collectBeginning(body, refusalBytes)).toString();
    if (status === 401) {
      this.#config.credentials.refused(auth);
      this.#options.observer.credentialsRefreshed?.();
    }
    const secrets = Object.values(auth).map((value) => value.replace(/^\w+ /, ''));
    return faultOfAnswer({ status, headers, text }, { doing: span.doing, now: this.#options.time.now(), secrets });
  }
}

function unpacked(received: Received, doing: string): Received {
  if (received.headers['content-encoding'] !== 'gzip') return received;
  return { ...received, body: gunzipped(received.body, doing) };
}
