import { expectOk, type KubeApi, type KubeObject } from '../kube-api.ts';
import type { Goods } from './goods.ts';

const firstNames = ['kept', 'doomed', 'phoenix', 'steady-a', 'steady-b', 'steady-c', 'steady-d'];

/** Makes a rush too heavy for the buffers on the way: who reads slowly is felt by the API server. */
const weight = 'x'.repeat(3000);

/** Objects of one namespace, and somebody who keeps changing them behind the proxy's back. */
export class Shop {
  readonly path: string;
  /** The uids that somebody has begun to delete: no other may ever be told gone. */
  readonly doomed: Set<string> = new Set();
  readonly #api: KubeApi;
  readonly #goods: Goods;
  readonly #bearers: Map<string, string> = new Map();
  #round: number = 0;
  #newest: string = 'doomed';

  private constructor(api: KubeApi, namespace: string, goods: Goods) {
    this.#api = api;
    this.#goods = goods;
    this.path = `/api/v1/namespaces/${namespace}/${goods.plural}`;
  }

  /** With a few of them to begin with. */
  static async open(api: KubeApi, namespace: string, goods: Goods): Promise<Shop> {
    const shop = new Shop(api, namespace, goods);
    await goods.prepare(api, namespace);
    await shop.stock(firstNames);
    return shop;
  }

  async stock(names: readonly string[]): Promise<void> {
    await Promise.all(names.map((name) => this.create(name)));
  }

  /** One of each: an object is created, one updated, one deleted, one deleted and created again under its name. */
  async change(): Promise<void> {
    const created = `round-${++this.#round}`;
    await this.create(created);
    await this.update('kept');
    await this.delete(this.#newest);
    await this.delete('phoenix');
    await this.create('phoenix');
    this.#newest = created;
  }

  /** So many changes, as fast as the API server takes them: each name is created, updated twice and deleted, or kept. */
  async rush(changes: number): Promise<void> {
    const lives = Array.from({ length: Math.ceil(changes / 4) }, (_, at) => `rush-${at}`);
    await Promise.all(
      lives.map(async (name, at) => {
        await this.create(name);
        await this.update(name, `${weight}${Math.random()}`);
        await this.update(name, `${weight}${Math.random()}`);
        await (at % 2 === 0 ? this.delete(name) : this.update(name));
      }),
    );
  }

  async create(name: string): Promise<void> {
    const created = expectOk(await this.#api.create(this.path, this.#goods.make(name)));
    this.#bearers.set(name, created.metadata.uid);
  }

  async update(name: string, text: string = String(Math.random())): Promise<void> {
    expectOk(await this.#api.merge(`${this.path}/${name}`, { metadata: { annotations: { text } } }));
  }

  async delete(name: string): Promise<void> {
    this.doomed.add(this.#bearers.get(name) ?? name);
    expectOk(await this.#api.delete(`${this.path}/${name}`));
  }

  /** What the API server holds at this moment, by name: `uid@version`. */
  async truth(): Promise<Map<string, string>> {
    const { items } = expectOk(await this.#api.get(this.path));
    return new Map(
      items.map(({ metadata }: KubeObject) => [metadata.name, `${metadata.uid}@${metadata.resourceVersion}`]),
    );
  }
}
