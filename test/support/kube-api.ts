import { Agent, request as httpsRequest } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { createInterface } from 'node:readline';

/** Any Kubernetes object, as far as test code looks into it. */
// oxlint-disable-next-line typescript/no-explicit-any -- tests look where they like; the product has types of its own
export type KubeObject = any;

export interface KubeAnswer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: KubeObject;
}

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK' | 'ERROR';
  readonly object: KubeObject;
}

export interface KubeApiOptions {
  readonly url: string;
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
  readonly maxSockets?: number;
  /** Asks in the name of this user. */
  readonly user?: string;
}

interface Sending {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly contentType?: string;
  readonly signal?: AbortSignal;
}

/** Plain HTTPS requests to an API server: what tests see with, independent of the product's own client. */
export class KubeApi {
  readonly #options: KubeApiOptions;
  readonly #agent: Agent;

  constructor(options: KubeApiOptions) {
    this.#options = options;
    const { ca, cert, key, maxSockets = 24 } = options;
    const identity = cert !== undefined && key !== undefined ? { cert, key } : {};
    this.#agent = new Agent({ keepAlive: true, maxSockets, ca, ...identity });
  }

  get(path: string): Promise<KubeAnswer> {
    return this.#send({ method: 'GET', path });
  }

  create(path: string, body: unknown): Promise<KubeAnswer> {
    return this.#send({ method: 'POST', path, body });
  }

  replace(path: string, body: unknown): Promise<KubeAnswer> {
    return this.#send({ method: 'PUT', path, body });
  }

  /** A JSON merge patch. */
  merge(path: string, body: unknown): Promise<KubeAnswer> {
    return this.#send({ method: 'PATCH', path, body, contentType: 'application/merge-patch+json' });
  }

  /** A strategic merge patch: lists of conditions and containers are merged by their keys. */
  patch(path: string, body: unknown): Promise<KubeAnswer> {
    return this.#send({ method: 'PATCH', path, body, contentType: 'application/strategic-merge-patch+json' });
  }

  delete(path: string, body?: unknown): Promise<KubeAnswer> {
    return this.#send({ method: 'DELETE', path, body });
  }

  /** The status code of a GET at another server of the same control plane, whose self-signed certificate is not checked. */
  async at(url: string, path: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const request = httpsRequest(new URL(path, url), { rejectUnauthorized: false, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      request.on('error', reject).end();
    });
  }

  /** Watches from now on, or from `resourceVersion` in the path's query; ends when the server or the signal ends it. */
  async *watch(path: string, signal: AbortSignal): AsyncGenerator<WatchEvent> {
    const separator = path.includes('?') ? '&' : '?';
    const response = await this.#open({ method: 'GET', path: `${path}${separator}watch=true`, signal });
    if (response.statusCode !== 200)
      throw new Error(`watching ${path}: ${response.statusCode} ${await text(response)}`);
    try {
      for await (const line of createInterface(response)) yield JSON.parse(line) as WatchEvent;
    } catch (fault) {
      if (!signal.aborted) throw fault;
    } finally {
      response.destroy();
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  async #send(sending: Sending): Promise<KubeAnswer> {
    const response = await this.#open(sending);
    const answer = await text(response);
    const json = response.headers['content-type']?.includes('json') === true && answer !== '';
    return { status: response.statusCode ?? 0, headers: response.headers, body: json ? JSON.parse(answer) : answer };
  }

  #open({ method, path, body, contentType = 'application/json', signal }: Sending): Promise<IncomingMessage> {
    const payload = body === undefined ? undefined : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = httpsRequest(new URL(path, this.#options.url), {
        method,
        agent: this.#agent,
        headers: {
          accept: 'application/json',
          ...(this.#options.user === undefined ? {} : { 'impersonate-user': this.#options.user }),
          ...(payload === undefined
            ? {}
            : { 'content-type': contentType, 'content-length': Buffer.byteLength(payload) }),
        },
        ...(signal === undefined ? {} : { signal }),
      });
      request.on('response', resolve).on('error', reject).end(payload);
    });
  }
}

function text(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => resolve(Buffer.concat(chunks).toString()));
    response.on('error', reject);
  });
}

/** The answer's body, or a failure that quotes the API server. */
export function expectOk(answer: KubeAnswer): KubeObject {
  if (answer.status >= 300) throw new Error(`the API server answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
