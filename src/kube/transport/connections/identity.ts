import type { AuthHeaders } from '#kube/config/credentials.ts';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import { type ConnectionOptions, dispatcherMaker } from './connector.ts';
import { Connections, type ConnectionsObserver } from './connections.ts';
import { isSame, tlsMaterial, type TlsMaterial } from './tls-material.ts';

/** What a request shows of us, and the connections it may go over. */
export interface Shown {
  readonly connections: Connections;
  readonly auth: AuthHeaders;
}

/** Who we are to the server, fresh before every request. Connections are made anew only when what made them changed. */
export class Identity {
  readonly #config: KubeConfig;
  readonly #options: ConnectionOptions;
  readonly #observer: ConnectionsObserver;
  #material: TlsMaterial | undefined;
  #connections: Connections | undefined;

  constructor(config: KubeConfig, options: ConnectionOptions, observer: ConnectionsObserver) {
    this.#config = config;
    this.#options = options;
    this.#observer = observer;
  }

  async show(now: number): Promise<Shown> {
    const [material, auth] = await Promise.all([tlsMaterial(this.#config, now), this.#config.credentials.headers(now)]);
    return { connections: this.#connectionsWith(material), auth };
  }

  async close(): Promise<void> {
    await this.#connections?.destroy();
  }

  #connectionsWith(material: TlsMaterial): Connections {
    if (this.#connections && this.#material && isSame(this.#material, material)) return this.#connections;
    this.#material = material;
    const make = dispatcherMaker(this.#config, material, this.#options);
    if (this.#connections) this.#connections.renew(make);
    else this.#connections = new Connections(make, this.#observer);
    return this.#connections;
  }
}
