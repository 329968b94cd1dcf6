import { type Aim, isDue, matches } from './aim.ts';
import type { Exchange } from './exchange.ts';
import type { ExchangeFault, Fault, Hit } from './fault.ts';

/** A fault that is switched on. */
export interface Injected {
  /** How many requests, or connections, it has hit; those refused are nobody's to count. */
  readonly hits: number;
  /**
   * Switches it off: it hits nothing more, what it holds goes on, what it slows is fast again. Resolves when that is
   * so. What was swallowed or cut stays so.
   */
  clear(): Promise<void>;
}

/** What was injected, for tests to assert on. */
export interface Injection {
  readonly at: number;
  readonly fault: Fault;
  /** `GET /api/v1/pods?watch=true`; undefined for a fault of connections. */
  readonly request?: string;
}

/** What the board switches and looks at. */
interface Switched {
  readonly listener: { open(): Promise<void>; close(): void };
  readonly running: Iterable<Exchange>;
}

/** Which faults are on: tests switch them, the proxy asks what hits whom. */
export class FaultBoard {
  readonly #log: Injection[] = [];
  readonly #active: Set<ActiveFault> = new Set();
  readonly #switched: Switched;

  constructor(switched: Switched) {
    this.#switched = switched;
  }

  get log(): readonly Injection[] {
    return this.#log;
  }

  inject(fault: Fault, aim: Aim = {}): Injected {
    const active = new ActiveFault(fault, aim, async () => {
      this.#active.delete(active);
      if (fault.kind === 'refuse' && !this.#any('refuse')) await this.#switched.listener.open();
    });
    this.#active.add(active);
    if (fault.kind === 'refuse') {
      this.#note({ fault });
      this.#switched.listener.close();
    }
    if (aim.underWay) for (const exchange of this.#switched.running) this.#hit(exchange, active);
    return active;
  }

  /** Switches everything off. */
  async clear(): Promise<void> {
    await Promise.all([...this.#active].map((active) => active.clear()));
  }

  /** Whether a new connection falls into a black hole. */
  swallowsConnection(): boolean {
    const active = [...this.#active].find((one) => one.fault.kind === 'black-hole' && one.counts());
    if (active !== undefined) this.#note({ fault: active.fault });
    return active !== undefined;
  }

  /** Lets every fault hit that is meant for this request, in the order they were switched on, up to one that ends it. */
  meet(exchange: Exchange): void {
    for (const active of this.#active) {
      if (this.#hit(exchange, active) && endsAtRequest(active.fault)) return;
    }
  }

  #hit(exchange: Exchange, active: ActiveFault): boolean {
    const { fault, aim } = active;
    const { record } = exchange;
    if (fault.kind === 'black-hole' || fault.kind === 'refuse') return false;
    if (!matches(aim, record) || !active.counts()) return false;
    this.#note({ fault, request: `${record.method} ${record.path}${record.query}` });
    exchange.take(active.hit(fault));
    return true;
  }

  #note(injection: Omit<Injection, 'at'>): void {
    this.#log.push({ at: Date.now(), ...injection });
  }

  #any(kind: Fault['kind']): boolean {
    return [...this.#active].some(({ fault }) => fault.kind === kind);
  }
}

const endsAtRequest = (fault: Fault): boolean =>
  fault.kind === 'answer' ||
  ('at' in fault && fault.at === 'request' && !(fault.kind === 'stall' && fault.bytes === 'held'));

class ActiveFault implements Injected {
  readonly fault: Fault;
  readonly aim: Aim;
  hits = 0;
  #seen = 0;
  readonly #cleared = new AbortController();
  readonly #line = { freeAtMs: 0 };
  readonly #switchOff: () => Promise<void>;

  constructor(fault: Fault, aim: Aim, switchOff: () => Promise<void>) {
    this.fault = fault;
    this.aim = aim;
    this.#switchOff = switchOff;
  }

  /** Counts one that matches; says whether it is hit. */
  counts(): boolean {
    const due = isDue(this.aim, ++this.#seen);
    if (due) this.hits++;
    return due;
  }

  hit(fault: ExchangeFault): Hit {
    return { fault, cleared: this.#cleared.signal, line: this.#line };
  }

  async clear(): Promise<void> {
    this.#cleared.abort();
    await this.#switchOff();
  }
}
