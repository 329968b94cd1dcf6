import type { Connect, Connections, HttpExchange, TlsMaterial } from './exchange.ts';
import type { PrometheusOptions } from './options.ts';

/** Connections by what they prove: when a certificate is rotated, new ones take over and the old ones end their work. */
export class Lanes {
  readonly #connect: Connect;
  readonly #options: PrometheusOptions;
  #current: { readonly key: string; readonly connections: Connections } | undefined;

  constructor(connect: Connect, options: PrometheusOptions) {
    this.#connect = connect;
    this.#options = options;
  }

  exchangeFor(tls: TlsMaterial): HttpExchange {
    const key = JSON.stringify(tls);
    if (this.#current?.key !== key) {
      this.#current?.connections.retire();
      this.#current = { key, connections: this.#opened(tls) };
    }
    return this.#current.connections.exchange;
  }

  close(): void {
    this.#current?.connections.close();
    this.#current = undefined;
  }

  #opened(tls: TlsMaterial): Connections {
    const { security, atOnce } = this.#options;
    const proxyUrl = security.proxyUrl === undefined ? null : URL.parse(security.proxyUrl);
    return this.#connect({ tls, maxConnections: atOnce, ...(proxyUrl === null ? {} : { proxyUrl }) });
  }
}
