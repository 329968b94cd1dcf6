import { microTime } from '#kube/micro-time.ts';
import type { EventSeries, KubeEvent } from './kube-event.ts';

/** One Event, and how often it has happened: so far, and as far as the API server knows. */
export class Series {
  /** What makes a happening one of these. */
  readonly key: string;
  readonly event: KubeEvent;
  #count: number = 1;
  #lastAt: number;
  #written: number = 0;
  #writtenAt: number = -Infinity;

  constructor(key: string, event: KubeEvent, at: number) {
    this.key = key;
    this.event = event;
    this.#lastAt = at;
  }

  get count(): number {
    return this.#count;
  }

  /** How often it happened without the API server knowing. */
  get unwritten(): number {
    return this.#count - this.#written;
  }

  get isCreated(): boolean {
    return this.#written > 0;
  }

  /** What the API server is to know: once is no series. */
  get wire(): EventSeries | undefined {
    return this.#count < 2 ? undefined : { count: this.#count, lastObservedTime: microTime(this.#lastAt) };
  }

  happenedAgain(at: number): void {
    this.#count += 1;
    this.#lastAt = Math.max(this.#lastAt, at);
  }

  wasWritten(count: number, now: number): void {
    this.#written = count;
    this.#writtenAt = now;
  }

  /** Nothing of it is to be written any more. Returns how many happenings are lost. */
  abandon(): number {
    const lost = this.unwritten;
    this.#written = this.#count;
    return lost;
  }

  /** The first repeat is told at once: it makes the Event a series. Further ones are gathered. */
  isDue(now: number, gatherMs: number): boolean {
    return this.unwritten > 0 && (this.#written <= 1 || now - this.#writtenAt >= gatherMs);
  }
}
