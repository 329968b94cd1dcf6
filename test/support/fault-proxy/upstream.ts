import type { IncomingMessage } from 'node:http';
import { Agent, request as httpsRequest } from 'node:https';
import { closed } from './closed.ts';
import type { Exchange } from './exchange.ts';
import { passes } from './gate.ts';

const nothing = Buffer.alloc(0);

export interface UpstreamOptions {
  /** `https://127.0.0.1:PORT` */
  readonly url: string;
  /** PEM of the authority that signed its certificate. */
  readonly ca: string;
}

/** The real server. We show it no certificate: who the client is, its token says. */
export class Upstream {
  readonly #url: string;
  readonly #agent: Agent;

  constructor({ url, ca }: UpstreamOptions) {
    this.#url = url;
    this.#agent = new Agent({ keepAlive: true, ca });
  }

  /** Takes an exchange through all its moments. What upstream breaks off, we break off. */
  async serve(exchange: Exchange): Promise<void> {
    try {
      if (!(await passes(exchange, 'request'))) return;
      const answer = await this.#ask(exchange);
      if (!(await passes(exchange, 'answer'))) return;
      exchange.begin(answer);
      for await (const chunk of answer) {
        await exchange.pass(chunk as Buffer);
        if (exchange.over.aborted) return;
      }
      await exchange.pass(nothing); // a stall that has come to its byte withholds the end, too
      if (!exchange.silenced && (await passes(exchange, 'end'))) await exchange.finish();
    } catch {
      if (!exchange.over.aborted && !exchange.silenced) exchange.reset();
    }
  }

  async stop(): Promise<void> {
    const { sockets, freeSockets } = this.#agent;
    const open = [sockets, freeSockets].flatMap((byServer) => Object.values(byServer).flatMap((those) => those ?? []));
    this.#agent.destroy();
    await Promise.all(open.map(closed));
  }

  #ask({ request, over }: Exchange): Promise<IncomingMessage> {
    const { method, url = '', headersDistinct } = request;
    const { host: _ours, connection: _hop, ...headers } = headersDistinct;
    const asked = httpsRequest(new URL(url, this.#url), { agent: this.#agent, ...(method && { method }), headers });
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    let answer: IncomingMessage | undefined;
    asked.on('error', reject).on('response', (response) => resolve((answer = response)));
    over.addEventListener('abort', () => (answer?.complete ? undefined : asked.destroy()), { once: true });
    request.pipe(asked);
    return promise;
  }
}
