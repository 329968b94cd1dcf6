import type { ClientRequest, IncomingHttpHeaders } from 'node:http';

/** What a client sees of one exchange, while it comes. */
export class RawAnswer {
  /** 0 before there is one. */
  status = 0;
  headers: IncomingHttpHeaders = {};
  /** As far as it has come. */
  body = '';
  /** `silent` while nothing else has come; then `complete`, or the code of the fault, such as `ECONNRESET`. */
  how = 'silent';
  tookMs = 0;
  readonly #startedAt = performance.now();
  readonly #request: ClientRequest;
  readonly #begun = Promise.withResolvers<void>();
  readonly #ended = Promise.withResolvers<void>();
  #listeners: (() => void)[] = [];

  constructor(request: ClientRequest) {
    this.#request = request;
    const broken = (fault: NodeJS.ErrnoException): void => this.#end(fault.code ?? fault.message);
    request.on('error', broken).on('response', (response) => {
      this.status = response.statusCode ?? 0;
      this.headers = response.headers;
      response.setEncoding('latin1').on('data', (text: string) => {
        this.body += text;
        for (const listener of this.#listeners) listener();
      });
      response.on('error', broken).on('end', () => this.#end('complete'));
      this.#begun.resolve();
    });
  }

  /** Resolves when the headers are here, or will never be. */
  get begun(): Promise<void> {
    return this.#begun.promise;
  }

  get lines(): readonly string[] {
    return this.body.split('\n').slice(0, -1);
  }

  /** Resolves when it is complete or broken; after so long the client loses patience and hangs up. */
  async over(withinMs = 5000): Promise<void> {
    const limit = setTimeout(() => this.#ended.resolve(), withinMs);
    await this.#ended.promise;
    clearTimeout(limit);
    if (this.how !== 'complete') this.#request.destroy();
  }

  /** Resolves when so much of the body is here; the test's own limit says for how long. */
  async hears(text: string): Promise<void> {
    while (!this.body.includes(text)) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#listeners.push(resolve);
      await promise;
    }
    this.#listeners = [];
  }

  leave(): void {
    this.#request.destroy();
  }

  #end(how: string): void {
    if (this.how !== 'silent') return;
    this.how = how;
    this.tookMs = performance.now() - this.#startedAt;
    this.#begun.resolve();
    this.#ended.resolve();
  }
}
