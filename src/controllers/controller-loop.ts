import { Fault } from '#base/fault.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal } from '#ports/journal.ts';
import type { Controller } from './controller.ts';

export interface LoopPorts {
  readonly clock: Clock;
  readonly journal: Journal;
}

export interface LoopOptions {
  /** How long after a pass that threw the next begins: doubled with each, up to a cap. */
  readonly backoffMs: number;
  readonly longestBackoffMs: number;
}

export const loopDefaults: LoopOptions = { backoffMs: 1000, longestBackoffMs: 60_000 };

/** A pass that has ended. */
export interface EndedPass {
  readonly at: number;
  readonly outcome: string;
  readonly tookMs: number;
}

/** Runs a controller again and again, at a fixed rate: what a pass takes is no part of the wait. */
export class ControllerLoop {
  readonly #controller: Controller;
  readonly #ports: LoopPorts;
  readonly #options: LoopOptions;
  #last: EndedPass | undefined;
  /** Consecutive passes that threw, and what the last of them said. */
  #faults: number = 0;
  #told: string | undefined;
  /** Ends the wait for the next pass. */
  #wake: AbortController = new AbortController();
  #isNudged: boolean = false;

  constructor(controller: Controller, ports: LoopPorts, options: LoopOptions = loopDefaults) {
    this.#controller = controller;
    this.#ports = ports;
    this.#options = options;
  }

  get lastPass(): EndedPass | undefined {
    return this.#last;
  }

  /** Until the signal; resolves then. Nothing else ends it. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock } = this.#ports;
    signal.addEventListener('abort', () => this.#wake.abort(), { once: true });
    while (!signal.aborted) {
      const startedAt = clock.now();
      this.#isNudged = false;
      const againInMs = await this.#pass(startedAt, signal);
      await this.#wait(Math.max(0, startedAt + againInMs - clock.now()), signal);
    }
  }

  /** Something has happened that the next pass need not wait for; nor does it, where a pass is under way that may have missed it. */
  nudge(): void {
    this.#isNudged = true;
    this.#wake.abort();
    this.#wake = new AbortController();
  }

  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.#isNudged || signal.aborted) return;
    await this.#ports.clock.sleep(ms, this.#wake.signal).catch(() => undefined);
  }

  async #pass(startedAt: number, signal: AbortSignal): Promise<number> {
    try {
      const { againInMs, outcome } = await this.#controller.reconcile(signal);
      this.#end(startedAt, outcome);
      this.#recovered();
      return againInMs;
    } catch (thrown) {
      if (signal.aborted) return 0;
      return isGivenUp(thrown) ? this.#cutShort(startedAt, thrown) : this.#threw(startedAt, thrown);
    }
  }

  #end(startedAt: number, outcome: string): void {
    const at = this.#ports.clock.now();
    this.#last = { at, outcome, tookMs: at - startedAt };
  }

  #recovered(): void {
    if (this.#told !== undefined) {
      const reasons = [
        `The ${this.#controller.name} loop runs again, after ${this.#faults} passes that ended in a fault.`,
      ];
      this.#ports.journal.record({ kind: 'pass-recovered', reasons });
    }
    this.#faults = 0;
    this.#told = undefined;
  }

  /** The office was lost in the middle of the pass, which is no fault: the next one looks whether it is ours again. */
  #cutShort(startedAt: number, { message }: Fault): number {
    this.#end(startedAt, 'cut short');
    const reasons = [
      `A pass of the ${this.#controller.name} loop was cut short: ${message}. Whoever leads goes on from what is written down.`,
    ];
    this.#ports.journal.record({ kind: 'pass-cut-short', reasons });
    return this.#ports.clock.now() - startedAt + this.#options.backoffMs;
  }

  /** Tells what it has not told already, and says how long after its start the next pass begins. */
  #threw(startedAt: number, thrown: unknown): number {
    const { backoffMs, longestBackoffMs } = this.#options;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const waitMs = Math.min(longestBackoffMs, backoffMs * 2 ** this.#faults);
    this.#faults += 1;
    this.#end(startedAt, 'fault');
    if (message !== this.#told) {
      const reasons = [`A pass of the ${this.#controller.name} loop ended in a fault: ${message}`];
      this.#ports.journal.record({ kind: 'pass-failed', reasons });
    }
    this.#told = message;
    return this.#ports.clock.now() - startedAt + waitMs;
  }
}

/** Nothing but the end of a term gives up a request of a loop that is not to end. */
const isGivenUp = (thrown: unknown): thrown is Fault => thrown instanceof Fault && thrown.code === 'kube/aborted';
