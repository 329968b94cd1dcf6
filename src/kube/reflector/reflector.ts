import { Fault } from '#base/fault.ts';
import type { WatchEvent } from '#kube/decode/watch-event.ts';
import { backoffMs } from '#kube/transport/backoff.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { machineTime, type Time } from '#kube/transport/time.ts';
import type { Transport } from '#kube/transport/transport.ts';
import { drain } from '#kube/decode/drain.ts';
import { type Identifiable, type Identity, versionedOf } from './identity.ts';
import { Known } from './known.ts';
import { listPages } from './list-pages.ts';
import type { ListReason, ReflectorObserver, WatchEnd } from './observer.ts';
import { type ReflectorOptions, reflectorDefaults } from './options.ts';
import { type Beginning, encodingOf, type Sink, type Target, watchAsk } from './target.ts';
import { WatchFault } from './watch-fault.ts';
import { Watchdog } from './watchdog.ts';

export interface ReflectorParts<T extends Identifiable> {
  readonly transport: Transport;
  readonly target: Target<T>;
  readonly sink: Sink<T>;
  readonly observer?: ReflectorObserver;
  readonly time?: Time;
  /** 0 up to 1. */
  readonly random?: () => number;
}

/** How a reflector is doing. */
export interface ReflectorStatus {
  readonly kind: string;
  /** Whether everything that existed at some time has been told; stays true from then on. */
  readonly synced: boolean;
  /** When the server was last heard (milliseconds since the Unix epoch): how old the picture may be. */
  readonly heardAt: number | 'never';
  readonly objects: number;
}

/** One watch: how it ended, how long it lived from its opening, and whether it told anything. */
interface Life {
  readonly end: WatchEnd;
  readonly livedMs: number | 'never-opened';
  readonly progressed: boolean;
}

/**
 * Follows all objects of one kind, for ever: tells each as it is and as it changes, whatever happens on the way.
 *
 *      ┌───────── expired, or stuck ──────────┐
 *      ▼                                      │
 *    list ──▶ watch from the list's version ──┤        list: initial events of a watch, else pages
 *             ▲                               │
 *             └── closed, silent, faulted ────┘        (after a backoff, unless it was healthy and closed)
 *
 * Only identities and versions are kept, so a relist tells exactly the difference: nothing twice, nothing lost, and no
 * deletion of what is still there.
 */
export class Reflector<T extends Identifiable> {
  readonly #parts: ReflectorParts<T>;
  readonly #options: ReflectorOptions;
  readonly #observer: ReflectorObserver;
  readonly #time: Time;
  readonly #random: () => number;
  readonly #known: Known = new Known();
  /** The version to go on from; undefined when everything is to be listed, for this reason. */
  #version: string | undefined;
  #listFor: ListReason = 'start';
  #inPages: boolean;
  #synced: boolean = false;
  #heardAt: number | undefined;
  /** Consecutive faults, for the backoff. */
  #faults: number = 0;
  /** Consecutive answers at one version that made no sense. */
  #senseless: number = 0;
  #roundBeganAt: number = 0;

  constructor(parts: ReflectorParts<T>, options: Partial<ReflectorOptions> = {}) {
    this.#parts = parts;
    this.#options = { ...reflectorDefaults, ...options };
    this.#inPages = this.#options.list === 'paged';
    this.#observer = parts.observer ?? {};
    this.#time = parts.time ?? machineTime;
    this.#random = parts.random ?? Math.random;
  }

  get status(): ReflectorStatus {
    return {
      kind: this.#kind,
      synced: this.#synced,
      heardAt: this.#heardAt ?? 'never',
      objects: this.#known.size,
    };
  }

  /** Lists and watches until the signal; resolves then. Nothing else ends it. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waitMs = await this.#step(signal);
      if (waitMs > 0) await this.#time.sleep(waitMs, signal).catch(() => undefined);
    }
  }

  get #kind(): string {
    return this.#parts.target.kind;
  }

  /** One list or one watch; gives how long to wait before the next. */
  async #step(signal: AbortSignal): Promise<number> {
    if (this.#version !== undefined)
      return this.#afterWatch(await this.#watch({ after: this.#version }, signal), signal);
    this.#beginRound();
    if (!this.#inPages) return this.#afterWatch(await this.#watch('everything', signal), signal);
    try {
      await this.#list(signal);
      return 0;
    } catch (fault) {
      return signal.aborted ? 0 : this.#faulted(asFault(fault));
    }
  }

  // ── list

  #beginRound(): void {
    this.#roundBeganAt = this.#time.now();
    this.#known.beginRound();
    this.#observer.listing?.(this.#kind, this.#listFor);
  }

  async #list(signal: AbortSignal): Promise<void> {
    const { transport, target } = this.#parts;
    const { silenceMs } = this.#options;
    const watchdog = new Watchdog(this.#time, signal);
    watchdog.allow(silenceMs);
    try {
      const version = await listPages({
        target,
        transport,
        options: this.#options,
        signal: watchdog.signal,
        take: (item) => this.#apply(item),
        heard: () => this.#hear(watchdog),
        startOver: () => this.#known.beginRound(),
      });
      this.#endRound(version);
    } catch (fault) {
      if (!watchdog.silent) throw fault;
      throw new KubeFault('kube/timeout', `listing ${target.kind}: nothing was heard for ${silenceMs / 1000} s`);
    } finally {
      watchdog.stop();
    }
  }

  /** The listing was complete: what it did not hold is gone. */
  #endRound(version: string): void {
    for (const identity of this.#known.endRound()) this.#tell((sink) => sink.removed(identity));
    this.#version = version;
    this.#synced = true;
    this.#senseless = 0;
    this.#tell((sink) => sink.synced());
    this.#observer.synced?.(this.#kind, {
      objects: this.#known.size,
      tookMs: this.#time.now() - this.#roundBeganAt,
    });
  }

  // ── watch

  async #watch(from: Beginning, signal: AbortSignal): Promise<Life> {
    const { transport, target } = this.#parts;
    const { watchForMs, openWithinMs: deadlineMs, initialSilenceMs, silenceMs, compression, turnMs } = this.#options;
    const watchdog = new Watchdog(this.#time, signal);
    let openedAt: number | undefined;
    let progressed = false;
    const ended = (end: WatchEnd): Life => {
      return { end, livedMs: openedAt === undefined ? 'never-opened' : this.#time.now() - openedAt, progressed };
    };
    try {
      const timeoutSeconds = Math.round((watchForMs * (1 + this.#random())) / 1000);
      const ask = { ...watchAsk(target, from, timeoutSeconds), signal: watchdog.signal, compression };
      const answer = await transport.stream({ ...ask, deadlineMs });
      openedAt = this.#time.now();
      watchdog.allow(from === 'everything' ? initialSilenceMs : silenceMs);
      this.#hear(watchdog);
      this.#observer.watchOpened?.(this.#kind);
      const reader = encodingOf(target, answer).watch();
      const take = (event: WatchEvent<T>): void => {
        this.#heed(event, watchdog);
        progressed = true;
      };
      await drain(answer.body, { reader, take, heard: () => this.#hear(watchdog), turnMs });
      reader.finish();
      return ended('closed');
    } catch (fault) {
      return ended(watchdog.silent ? 'silent' : asFault(fault));
    } finally {
      watchdog.stop();
    }
  }

  #heed(event: WatchEvent<T>, watchdog: Watchdog): void {
    switch (event.type) {
      case 'ERROR':
        throw new WatchFault(event.status, this.#kind);
      case 'BOOKMARK':
        if (event.initialEventsEnd && this.#version === undefined) {
          this.#endRound(event.resourceVersion);
          watchdog.allow(this.#options.silenceMs);
        }
        return this.#advance(event.resourceVersion);
      case 'ADDED':
      case 'MODIFIED':
        return this.#advance(this.#apply(event.object));
      case 'DELETED':
        return this.#advance(this.#remove(event.object));
    }
  }

  /** Initial events come in no order: only what follows them moves the version on. */
  #advance(version: string): void {
    if (this.#version === undefined) return;
    this.#version = version;
    this.#senseless = 0;
  }

  // ── what comes next

  #afterWatch({ end, livedMs, progressed }: Life, signal: AbortSignal): number {
    if (signal.aborted) return 0;
    const opened = livedMs !== 'never-opened';
    if (opened) this.#observer.watchEnded?.(this.#kind, end, livedMs);
    if (this.#version === undefined) return this.#afterInitialEvents(end);
    const healthy = progressed || (opened && livedMs >= this.#options.healthyAfterMs);
    if (healthy) this.#faults = 0;
    if (end === 'silent' || (end === 'closed' && healthy)) return 0;
    if (end === 'closed') return this.#backoff();
    return this.#faulted(end);
  }

  /** The initial events ended before their closing bookmark. */
  #afterInitialEvents(end: WatchEnd): number {
    if (end === 'silent') return this.#fallBack('its initial events never ended');
    if (end !== 'closed' && refusesInitialEvents(end)) return this.#fallBack(end.message);
    if (end !== 'closed' && !isSenseless(end)) return this.#faulted(end);
    this.#senseless += 1;
    if (this.#senseless >= this.#options.tries) return this.#fallBack('its initial events broke off');
    return this.#backoff();
  }

  #fallBack(why: string): number {
    this.#inPages = true;
    this.#senseless = 0;
    this.#observer.fellBackToPages?.(this.#kind, why);
    return 0;
  }

  #faulted(fault: Fault): number {
    if (fault.code === 'kube/gone') this.#relist('expired');
    else if (isSenseless(fault)) {
      this.#senseless += 1;
      if (this.#version !== undefined && this.#senseless >= this.#options.tries) this.#relist('stuck');
    }
    const againAfterMs = Math.max(this.#backoff(), fault instanceof KubeFault ? (fault.retryAfterMs ?? 0) : 0);
    this.#observer.faulted?.(this.#kind, fault, againAfterMs);
    return againAfterMs;
  }

  #relist(why: ListReason): void {
    this.#version = undefined;
    this.#listFor = why;
    this.#senseless = 0;
  }

  #backoff(): number {
    this.#faults += 1;
    return backoffMs(this.#faults, this.#random, this.#options.backoff);
  }

  // ── telling

  #hear(watchdog: Watchdog): void {
    watchdog.heard();
    this.#heardAt = this.#time.now();
  }

  /** Tells an object unless it was told at this very version; gives the version. */
  #apply(object: T): string {
    const versioned = versionedOf(object, this.#kind);
    const seen = this.#known.see(versioned);
    if (seen.kind === 'same') return versioned.version;
    if (seen.kind === 'replaced') this.#tell((sink) => sink.removed(seen.old));
    this.#tell((sink) => sink.applied(object, versioned));
    return versioned.version;
  }

  #remove(object: T): string {
    const versioned = versionedOf(object, this.#kind);
    const identity: Identity = { namespace: versioned.namespace, name: versioned.name, uid: versioned.uid };
    if (this.#known.forget(identity)) this.#tell((sink) => sink.removed(identity));
    return versioned.version;
  }

  #tell(tell: (sink: Sink<T>) => void): void {
    try {
      tell(this.#parts.sink);
    } catch (cause) {
      this.#observer.sinkFailed?.(this.#kind, cause);
    }
  }
}

/**
 * Answers that may never get better at the same version: not the stream a watch promises, a fault as an event of it, or
 * a refusal of the very version (a server restored from a backup has not come so far).
 */
function isSenseless(fault: Fault): boolean {
  if (fault.code === 'kube/throttled') return false;
  if (fault.code === 'kube/malformed' || fault instanceof WatchFault) return true;
  const answered = fault instanceof KubeFault && fault.status !== undefined;
  return answered && (fault.code === 'kube/timeout' || fault.code === 'kube/invalid');
}

/** A server without streamed lists refuses the parameter; one that does not know it ignores it, and falls silent. */
const refusesInitialEvents = (fault: Fault): boolean => fault.code === 'kube/invalid';

function asFault(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const said = thrown instanceof Error ? thrown.message : String(thrown);
  return new KubeFault('kube/unreachable', `reading a stream: ${said}`, { cause: thrown });
}
