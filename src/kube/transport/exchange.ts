import type { Dispatcher } from 'undici';
import { faultOfError, type Stage } from './faults/fault-of-error.ts';
import { IncomingBody } from './incoming-body.ts';
import type { Lane } from './connections/lane.ts';

export type ReceivedHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** An answer whose body is still coming. */
export interface Received {
  readonly status: number;
  readonly headers: ReceivedHeaders;
  readonly body: AsyncIterable<Uint8Array>;
}

/** What goes over the wire. */
export type Sending = Pick<Dispatcher.DispatchOptions, 'method' | 'path' | 'headers' | 'body'> & {
  readonly origin: string;
};

/** What an exchange belongs to. */
export interface ExchangeContext {
  /** The request in a few words, for faults. */
  readonly doing: string;
  readonly signal: AbortSignal;
  /** Called once, when the lane is free again, whatever became of the exchange. */
  readonly over: () => void;
}

/**
 * One request and its answer on one lane. Resolves with the headers. Once the signal is aborted nothing of it stays: not
 * yet connected, it hangs up; later, it closes the connection.
 */
export function exchange(lane: Lane, sending: Sending, context: ExchangeContext): Promise<Received> {
  return new Promise((resolve, reject) => {
    lane.dispatcher.dispatch(sending, new Exchange(lane, context, { resolve, reject }));
  });
}

interface Outcome {
  readonly resolve: (received: Received) => void;
  readonly reject: (fault: unknown) => void;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #lane: Lane;
  readonly #context: ExchangeContext;
  readonly #outcome: Outcome;
  #controller: Dispatcher.DispatchController | undefined;
  #body: IncomingBody | undefined;

  constructor(lane: Lane, context: ExchangeContext, outcome: Outcome) {
    this.#lane = lane;
    this.#context = context;
    this.#outcome = outcome;
    context.signal.addEventListener('abort', this.#giveUp, { once: true });
  }

  /** The request is about to be written: from here on the server may have it. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#context.signal.aborted) controller.abort(notWanted());
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: ReceivedHeaders): void {
    if (status < 200) return;
    this.#body = new IncomingBody({
      pause: () => controller.pause(),
      resume: () => controller.resume(),
      abort: () => controller.abort(notWanted()),
    });
    this.#outcome.resolve({ status, headers, body: this.#body });
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#body?.push(chunk);
  }

  onResponseEnd(): void {
    this.#end();
    this.#body?.finish();
  }

  onResponseError(_: unknown, error: Error): void {
    this.#end();
    const fault = faultOfError(error, this.#context.doing, this.#stage);
    if (this.#body === undefined) this.#outcome.reject(fault);
    else this.#body.fail(fault);
  }

  get #stage(): Stage {
    if (this.#body !== undefined) return 'in-the-answer';
    return this.#controller === undefined ? 'before-sending' : 'before-the-answer';
  }

  readonly #giveUp = (): void => {
    const { reason } = this.#context.signal;
    this.#outcome.reject(reason);
    if (this.#body !== undefined) this.#body.drop(reason);
    else if (this.#controller !== undefined) this.#controller.abort(notWanted());
    else this.#lane.hangUp();
  };

  #end(): void {
    this.#context.signal.removeEventListener('abort', this.#giveUp);
    queueMicrotask(this.#context.over); // undici is still in the middle of it
  }
}

const notWanted = (): Error => new Error('no longer wanted');
