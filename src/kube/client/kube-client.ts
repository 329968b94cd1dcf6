import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { Ask, Transport } from '#kube/transport/transport.ts';
import { asks } from './asks.ts';
import type { CallOptions, WriteOptions } from './call-options.ts';
import { decoded } from './decoded.ts';
import type { DeleteOptions } from './delete-options.ts';
import type { KubeObject } from './kube-object.ts';
import { type ListOptions, type Page, pagesOf } from './list-pages.ts';
import { isRecord, parseAnswer } from './parse-answer.ts';
import type { Patch } from './patch.ts';
import type { At, Resource } from './resource.ts';
import { streamList, type StreamListOptions } from './stream-list.ts';

export interface KubeClientOptions {
  /** For calls that name none. */
  readonly fieldManager: string;
}

export const kubeClientDefaults: KubeClientOptions = { fieldManager: 'plimsoll' };

/**
 * The verbs, on any resource. Each needs the right that `rightOf(resource, verb)` tells; applying needs `patch`, and
 * `create` where it may find nothing. Parts of objects that are served apart have functions of their own.
 */
export class KubeClient {
  readonly #transport: Transport;
  readonly #options: KubeClientOptions;

  constructor(transport: Transport, options: KubeClientOptions = kubeClientDefaults) {
    this.#transport = transport;
    this.#options = options;
  }

  async get<T>(resource: Resource<T>, at: At, options: CallOptions = {}): Promise<T> {
    return this.ask(resource, asks.get(resource, at, options));
  }

  /** As `get`, where not being there is an answer. */
  async find<T>(resource: Resource<T>, at: At, options: CallOptions = {}): Promise<T | undefined> {
    try {
      return await this.get(resource, at, options);
    } catch (thrown) {
      if (thrown instanceof KubeFault && thrown.code === 'kube/not-found') return undefined;
      throw thrown;
    }
  }

  /** Page by page, each asked for when the one before is done with. */
  list<T>(resource: Resource<T>, options: ListOptions = {}): AsyncGenerator<Page<T>, void, undefined> {
    return pagesOf((ask) => this.askJson(ask), resource, options);
  }

  /** All of them in one answer, handed over while it arrives. */
  stream<T>(resource: Resource<unknown>, options: StreamListOptions<T>): Promise<void> {
    return streamList(this.#transport, resource, options);
  }

  async create<T>(resource: Resource<T>, object: KubeObject, options: WriteOptions = {}): Promise<T> {
    return this.ask(resource, asks.create(resource, object, this.signed(options)));
  }

  /** Replaces it whole; with a `resourceVersion` in it, only if nobody changed it since. */
  async update<T>(resource: Resource<T>, object: KubeObject, options: WriteOptions = {}): Promise<T> {
    return this.ask(resource, asks.update(resource, object, this.signed(options)));
  }

  async patch<T>(resource: Resource<T>, at: At, patch: Patch, options: WriteOptions = {}): Promise<T> {
    return this.ask(resource, asks.patch(resource, at, patch, this.signed(options)));
  }

  /** The object as it was last, where the server shows it. */
  async delete<T>(resource: Resource<T>, at: At, options: DeleteOptions = {}): Promise<T | undefined> {
    const answer = await this.askJson(asks.delete(resource, at, options));
    return isRecord(answer) && answer['kind'] === 'Status' ? undefined : decoded(resource, answer);
  }

  /** Sends, and takes the answer for an object of the resource. */
  async ask<T>(resource: Resource<T>, ask: Ask): Promise<T> {
    return decoded(resource, await this.askJson(ask));
  }

  /** Sends, and parses the answer. */
  async askJson(ask: Ask): Promise<unknown> {
    const { body } = await this.#transport.request(ask);
    return parseAnswer(body, `${ask.method} ${ask.path}`);
  }

  /** The options with our name under what is written. */
  signed(options: WriteOptions): WriteOptions {
    return { ...options, fieldManager: options.fieldManager ?? this.#options.fieldManager };
  }
}
