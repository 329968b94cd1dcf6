import { type BaseUrl, baseUrlOf, endpointOf } from './base-url.ts';
import { beginningOf } from './excerpt.ts';
import { type Connect, connectByUndici, type HttpAnswer } from './exchange.ts';
import { faultOfAnswer } from './fault-of-answer.ts';
import { faultOfError } from './fault-of-error.ts';
import { prometheusFault } from './faults.ts';
import { incoming } from './incoming.ts';
import { Lanes } from './lanes.ts';
import type { PrometheusOptions } from './options.ts';
import { followed } from './redirects.ts';
import { secretFree } from './secret-free.ts';
import { type Identity, readIdentity } from './secured.ts';

/** One question to Prometheus' HTTP API. */
export interface Question {
  /** Such as `/api/v1/query`. */
  readonly path: string;
  readonly form: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What was answered, while it comes in. */
export interface Answered {
  /** What was asked and of whom, as every message begins. */
  readonly doing: string;
  readonly body: AsyncIterable<Uint8Array>;
  /** Takes our secrets out of what the server wrote. */
  readonly clean: (text: string) => string;
}

/** A form that was refused as POST may be welcome as GET. */
const POST_REFUSED: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** The way to one Prometheus, or to what speaks its API: Thanos, Mimir, VictoriaMetrics, a gateway before them. */
export class PrometheusClient {
  readonly #base: BaseUrl;
  readonly #options: PrometheusOptions;
  readonly #lanes: Lanes;
  /** POST first, as queries can be long; what a gateway refused once is not tried again. */
  #method: 'POST' | 'GET' = 'POST';

  constructor(options: PrometheusOptions, connect: Connect = connectByUndici) {
    this.#options = options;
    this.#base = baseUrlOf(options.url);
    this.#lanes = new Lanes(connect, options);
  }

  /** Where it asks, as it may be told. */
  get shown(): string {
    return this.#base.shown;
  }

  get options(): Pick<PrometheusOptions, 'atOnce' | 'deadlineMs'> {
    return this.#options;
  }

  /**
   * Asks, and lets `read` take the body in. The deadline holds for both. Throws faults only, but for the caller's own
   * signal: then its reason.
   */
  async ask<T>(question: Question, read: (answered: Answered) => Promise<T>): Promise<T> {
    const doing = `${this.#base.shown}${question.path}`;
    const deadline = AbortSignal.timeout(this.#options.deadlineMs);
    const signal = question.signal === undefined ? deadline : AbortSignal.any([deadline, question.signal]);
    let identity: Identity | undefined;
    const clean = (text: string): string => secretFree(text, identity?.secrets ?? []);
    try {
      identity = await this.#identity();
      let answer = await this.#answer(question, identity, signal);
      if (answer.status === 401) {
        const before = identity;
        identity = await this.#identity(); // a token can be rotated between reading and sending it
        if (!isSame(before, identity)) {
          await beginningOf(answer.body);
          answer = await this.#answer(question, identity, signal);
        }
      }
      if (answer.status !== 200) throw await refusal(doing, answer, clean);
      return await read({ doing, clean, body: incoming(doing, answer, this.#options.longestAnswerBytes) });
    } catch (thrown) {
      question.signal?.throwIfAborted();
      if (deadline.aborted) {
        const { deadlineMs } = this.#options;
        throw prometheusFault('prometheus/timeout', `${doing}: no whole answer within ${deadlineMs} ms`, {
          retry: 'soon',
        });
      }
      throw faultOfError(doing, thrown);
    }
  }

  close(): void {
    this.#lanes.close();
  }

  #identity(): Promise<Identity> {
    return readIdentity(this.#base, this.#options.security);
  }

  async #answer(question: Question, identity: Identity, signal: AbortSignal): Promise<HttpAnswer> {
    const method = this.#method;
    const answer = await this.#sent(method, question, identity, signal);
    if (method === 'GET' || !POST_REFUSED.has(answer.status)) return answer;
    await beginningOf(answer.body);
    const byGet = await this.#sent('GET', question, identity, signal);
    if (!POST_REFUSED.has(byGet.status)) this.#method = 'GET';
    return byGet;
  }

  #sent(
    method: 'POST' | 'GET',
    { path, form }: Question,
    identity: Identity,
    signal: AbortSignal,
  ): Promise<HttpAnswer> {
    const headers = {
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': this.#options.userAgent,
      ...identity.headers,
    };
    const exchange = this.#lanes.exchangeFor(identity.tls);
    if (method === 'GET')
      return followed(exchange, { method, url: endpointOf(this.#base, path, form), headers, signal });
    return followed(exchange, {
      method,
      url: endpointOf(this.#base, path),
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      signal,
    });
  }
}

async function refusal(doing: string, answer: HttpAnswer, clean: (text: string) => string): Promise<Error> {
  const text = clean(await beginningOf(incoming(doing, answer, Infinity)));
  const { location } = answer.headers;
  return faultOfAnswer(doing, { status: answer.status, text, ...(typeof location === 'string' ? { location } : {}) });
}

function isSame(one: Identity, other: Identity): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
