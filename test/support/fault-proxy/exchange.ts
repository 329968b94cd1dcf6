import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Answer, Hit } from './fault.ts';
import { type Step, stepOf } from './steps.ts';
import { type OpenRecord, recordOf } from './traffic.ts';

/** Headers of one hop, which are not passed on. */
const ofOneHop: ReadonlySet<string> = new Set(['connection', 'keep-alive', 'transfer-encoding', 'proxy-connection']);

const changesLength: ReadonlySet<string> = new Set(['truncate', 'end', 'garbage-line', 'drop-bookmarks']);

/** One request and its answer, seen from the client's side: what faults act on. */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly record: OpenRecord;
  readonly hits: Hit[] = [];
  /** Set by what swallows the rest: whatever upstream does now, the client does not hear of it. */
  silenced = false;
  /** Whether the body stands between two lines. */
  atLineEnd = true;
  /** The TCP socket below TLS. */
  readonly #socket: Socket;
  readonly #over = new AbortController();
  readonly #steps: Step[] = [];
  #begun = false;

  constructor(request: IncomingMessage, response: ServerResponse, socket: Socket) {
    this.request = request;
    this.response = response;
    this.record = recordOf(request);
    this.#socket = socket;
    response.once('close', () => this.#over.abort()).on('error', () => undefined);
    response.sendDate = false; // the API server says it
  }

  /** Aborted when nothing more is to be sent: the answer has ended or was cut, or the client has left. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  take(hit: Hit): void {
    this.hits.push(hit);
    this.record.faults.push(hit.fault.kind);
    if (this.#begun) this.#addStep(hit);
  }

  /** Sends the headers of upstream's answer, and lets the faults at its body begin. */
  begin({ statusCode = 502, headersDistinct }: IncomingMessage): void {
    const lengthChanges = this.hits.some(({ fault }) => changesLength.has(fault.kind));
    const kept = Object.entries(headersDistinct).filter(
      ([name]) => !ofOneHop.has(name) && !(lengthChanges && name === 'content-length'),
    );
    this.record.status = statusCode;
    this.response.writeHead(statusCode, Object.fromEntries(kept));
    this.response.flushHeaders();
    this.#begun = true;
    for (const hit of this.hits) this.#addStep(hit);
  }

  /** Sends a chunk of the body through all faults; resolves when the client's system has taken what is left of it. */
  pass(chunk: Buffer): Promise<void> {
    return this.#through(0, chunk);
  }

  /** Past all faults. */
  write(chunk: Buffer): Promise<void> {
    if (chunk.length === 0 || this.over.aborted) return Promise.resolve();
    this.record.bodyBytes += chunk.length;
    this.atLineEnd = chunk.at(-1) === 0x0a;
    return new Promise((resolve) => {
      this.response.write(chunk, () => resolve());
    });
  }

  answer({ status, headers, body }: Answer): void {
    this.request.resume();
    this.record.status = status;
    this.record.bodyBytes = Buffer.byteLength(body);
    this.response.writeHead(status, { ...headers, 'content-length': this.record.bodyBytes }).end(body);
    this.#over.abort();
  }

  /** Ends the answer properly. */
  async finish(): Promise<void> {
    this.#over.abort();
    if (this.response.writableFinished || this.response.destroyed) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.response.once('finish', resolve).once('close', resolve).end();
    await promise;
  }

  /** RST. TLS offers none, hence the socket below. */
  reset(): void {
    this.#over.abort();
    this.#socket.resetAndDestroy();
  }

  /** close_notify and FIN, whatever of the answer is still missing. */
  halfClose(): void {
    this.#over.abort();
    this.request.socket.end();
  }

  #addStep(hit: Hit): void {
    const step = hit.cleared.aborted ? undefined : stepOf(hit, this);
    if (step === undefined) return;
    this.#steps.push(step);
    step.begin?.();
  }

  #through(index: number, chunk: Buffer): Promise<void> {
    const step = this.#steps[index];
    if (step === undefined) return this.write(chunk);
    return step.pass(chunk, (rest) => this.#through(index + 1, rest));
  }
}
