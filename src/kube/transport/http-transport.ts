import { Fault } from '#base/fault.ts';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import { type Asked, askedBy } from './asked.ts';
import { Attempts } from './attempt.ts';
import { collect } from './collect.ts';
import type { Received } from './exchange.ts';
import { KubeFault } from './faults/kube-fault.ts';
import type { TransportOptions } from './options.ts';
import { repeatAfterMs } from './repeat.ts';
import { Span } from './span.ts';
import type { Answer, Ask, Priority, StreamedAnswer, Transport } from './transport.ts';
import { Turnstile } from './turnstile.ts';
import { warningsIn } from './warnings.ts';

/** A request under way. */
interface Course {
  readonly ask: Ask;
  readonly asked: Asked;
  readonly span: Span;
}

/** HTTP/1.1 over kept-alive connections, at a bounded rate, with those repeats that are safe. */
export class HttpTransport implements Transport {
  readonly #options: TransportOptions;
  readonly #turnstile: Turnstile;
  readonly #attempts: Attempts;
  readonly #spans: Set<Span> = new Set();
  #isClosed: boolean = false;

  constructor(config: KubeConfig, options: TransportOptions) {
    this.#options = options;
    this.#turnstile = new Turnstile(options, options.time);
    this.#attempts = new Attempts(config, options);
  }

  async request(ask: Ask): Promise<Answer> {
    const course = this.#begin(ask);
    try {
      return await this.#persist(course, (leave) => this.#whole(course, leave));
    } finally {
      this.#end(course.span);
    }
  }

  async stream(ask: Ask): Promise<StreamedAnswer> {
    const course = this.#begin(ask);
    try {
      return await this.#persist(course, (leave) => this.#opened(course, leave));
    } catch (thrown) {
      this.#end(course.span);
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const span of this.#spans) span.cutShort();
    await this.#attempts.close();
  }

  /** Asks until there is an answer, or a fault that no repeat mends. */
  async #persist<T extends { readonly status: number }>(
    course: Course,
    attempt: (leave: () => void) => Promise<T>,
  ): Promise<T> {
    const { asked, span } = course;
    this.#options.observer.asked?.(asked);
    let renewed = false;
    for (let made = 1; ; made += 1) {
      try {
        return await this.#once(course, made, attempt);
      } catch (thrown) {
        const afterMs = this.#repeatAfterMs(course, thrown, { made, renewed });
        if (afterMs === undefined || !(thrown instanceof Fault)) throw thrown;
        this.#options.observer.repeated?.(asked, thrown, afterMs);
        renewed ||= thrown.code === 'kube/unauthorised';
        if (afterMs > 0) await span.pause(afterMs);
      }
    }
  }

  async #once<T extends { readonly status: number }>(
    { ask, asked, span }: Course,
    made: number,
    attempt: (leave: () => void) => Promise<T>,
  ): Promise<T> {
    const leave = await this.#turn(ask.priority ?? 'read', span);
    const { time, observer } = this.#options;
    const startedAt = time.now();
    const tell = (status: number | undefined, code: string | undefined): void =>
      observer.answered?.({ asked, status, code, tookMs: time.now() - startedAt, attempt: made });
    try {
      const answer = await attempt(leave);
      tell(answer.status, undefined);
      return answer;
    } catch (thrown) {
      tell(thrown instanceof KubeFault ? thrown.status : undefined, thrown instanceof Fault ? thrown.code : 'unknown');
      throw thrown;
    }
  }

  async #turn(priority: Priority, span: Span): Promise<() => void> {
    const { time, observer } = this.#options;
    const cameAt = time.now();
    const leave = await this.#turnstile.enter(priority, span.signal);
    if (time.now() > cameAt) observer.queued?.(priority, time.now() - cameAt);
    return leave;
  }

  /** Undefined: not at all, or not before the deadline. */
  #repeatAfterMs({ ask, span }: Course, fault: unknown, so: { made: number; renewed: boolean }): number | undefined {
    const { random, time } = this.#options;
    if (span.signal.aborted) return undefined;
    const afterMs = repeatAfterMs(fault, { ...so, repeatable: ask.repeatable, random }, this.#options);
    return afterMs !== undefined && time.now() + afterMs < span.endsAt ? afterMs : undefined;
  }

  async #whole({ ask, span }: Course, leave: () => void): Promise<Answer> {
    const { status, headers, body } = await this.#attempts.make(ask, span, leave);
    const whole = await collect(body, this.#options.longestAnswerBytes, span.doing);
    return { status, headers, body: whole, warnings: warningsIn(headers['warning']) };
  }

  async #opened({ ask, span }: Course, leave: () => void): Promise<Received> {
    let isOpen = false;
    let isOver = false;
    const received = await this.#attempts.make(ask, span, () => {
      leave();
      isOver = true;
      if (isOpen) this.#end(span);
    });
    isOpen = true;
    if (isOver) this.#end(span);
    span.meetDeadline();
    leave(); // what keeps coming is not a request under way
    return received;
  }

  #begin(ask: Ask): Course {
    const asked = askedBy(ask);
    const { deadlineMs, time } = this.#options;
    const doing = `${ask.method} ${ask.path}`;
    const span = new Span({ doing, deadlineMs: ask.deadlineMs ?? deadlineMs, signal: ask.signal, time });
    this.#spans.add(span);
    if (this.#isClosed) span.cutShort();
    return { ask, asked, span };
  }

  #end(span: Span): void {
    span.end();
    this.#spans.delete(span);
  }
}
