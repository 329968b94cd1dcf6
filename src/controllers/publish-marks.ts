import { Fault } from '#base/fault.ts';
import type { AnnotationsOptions } from '#load/annotation-options.ts';
import { type AnnotationPlan, type AnnotationWrite, planAnnotations } from '#load/annotations/annotation-plan.ts';
import type { LoadView } from '#load/load-view.ts';
import type { Clock } from '#ports/clock.ts';
import type { RosterNode } from '#ports/cluster-roster.ts';
import type { CollectObserver } from '#ports/collect-observer.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { MarkOutcome, NodeMarker } from '#ports/node-marker.ts';
import { MarksStanding } from './marks-standing.ts';

export interface PublishPorts {
  readonly clock: Clock;
  readonly journal: Journal;
  readonly marker: NodeMarker;
  readonly observer: CollectObserver;
  /** The term in which we act, asked right before each write; nothing while we stand by. */
  readonly acting: () => AbortSignal | undefined;
}

/** What is to be published, and when it is planned anew. */
export interface Publication {
  readonly view: LoadView;
  readonly nodes: readonly RosterNode[];
  readonly options: AnnotationsOptions & { readonly untilMs: number };
}

/** Writes under way at once: an API server that answers slowly must not slow the pace of the budget. */
const MOST_AT_ONCE = 8;

/** Made once: an abort without a reason makes a costly one each time. */
const SUPERSEDED = new Error('another plan of marks takes its place');

/**
 * Brings what is known onto the nodes, at the pace of its plan and beside the passes. A later plan takes an earlier one's
 * place; what is under way then is seen through.
 */
export class MarkPublisher {
  readonly #ports: PublishPorts;
  readonly #self: Subject;
  readonly #standing: MarksStanding = new MarksStanding();
  readonly #underWay: Map<string, Promise<void>> = new Map();
  readonly #refused: Set<string> = new Set();
  /** The plan that is being carried out. */
  #plan: AbortController | undefined;
  #ending: AbortSignal | undefined;
  #planned: number = 0;
  #lastWriteAt: number | undefined;
  #isStretched: boolean = false;
  /** The code of the fault that writes end with, once it was told. */
  #failing: string | undefined;

  /** `self`: whom Events about writing are attached to. */
  constructor(ports: PublishPorts, self: Subject) {
    this.#ports = ports;
    this.#self = self;
  }

  /** Plans, and begins to carry it out; returns at once. */
  publish({ view, nodes, options }: Publication, signal: AbortSignal): void {
    this.#supersede();
    const past = this.#lastWriteAt === undefined ? {} : { lastWriteAt: this.#lastWriteAt };
    const plan = planAnnotations(view, { published: this.#standing.of(nodes), ...past }, options);
    this.#ports.observer.planned(plan.deferred, plan.heartbeat.everyMs);
    this.#tellHeartbeat(plan, nodes.length);
    const gapMs = Math.ceil(1000 / options.writesPerSecond);
    if (plan.writes.length === 0 || signal.aborted) return;
    this.#endWith(signal);
    this.#plan = new AbortController();
    void this.#carryOut(plan.writes, gapMs, this.#plan.signal);
  }

  /** Whatever plan is carried out when the signal comes ends then. Passes of one loop have the same. */
  #endWith(signal: AbortSignal): void {
    if (this.#ending === signal) return;
    this.#ending = signal;
    signal.addEventListener('abort', () => this.#supersede(), { once: true });
  }

  /** Writes that are planned or under way. */
  get waiting(): number {
    return this.#planned + this.#underWay.size;
  }

  /** Begins no more writes, and resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#supersede();
    await Promise.all(this.#underWay.values());
  }

  #supersede(): void {
    this.#plan?.abort(SUPERSEDED);
    this.#plan = undefined;
  }

  async #carryOut(writes: readonly AnnotationWrite[], gapMs: number, signal: AbortSignal): Promise<void> {
    for (const [index, write] of writes.entries()) {
      this.#planned = writes.length - index;
      if (this.#underWay.has(write.node.uid)) continue; // a second write could overtake the first
      while (this.#underWay.size >= MOST_AT_ONCE) await Promise.race(this.#underWay.values());
      if (!(await this.#wait(Math.max(write.at, (this.#lastWriteAt ?? 0) + gapMs), signal))) return;
      const term = this.#ports.acting();
      if (term === undefined || signal.aborted) return;
      this.#lastWriteAt = this.#ports.clock.now();
      const { uid } = write.node;
      this.#underWay.set(
        uid,
        this.#write(write, term).finally(() => this.#underWay.delete(uid)),
      );
      this.#planned = writes.length - index - 1;
    }
    // nothing is left of it to abort, which would cost more than some plans
    this.#plan = undefined;
  }

  /** Whether the time has come, rather than an end to it all. */
  async #wait(until: number, signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#ports;
    const ms = until - clock.now();
    if (ms > 0) await clock.sleep(ms, signal).catch(() => undefined);
    return !signal.aborted;
  }

  async #write({ node, set, because }: AnnotationWrite, term: AbortSignal): Promise<void> {
    const { marker, observer, clock } = this.#ports;
    try {
      const outcome = await marker.mark({ node, set }, term);
      observer.marked(because, outcome.kind);
      // a refused write is not tried again before there is something else to write
      if (outcome.kind !== 'gone') this.#standing.wrote(node.uid, { texts: set, writtenAt: clock.now() });
      this.#tellOutcome(node, outcome);
    } catch (thrown) {
      if (term.aborted) return;
      this.#tellFault(thrown, because);
    }
  }

  #tellOutcome(node: AnnotationWrite['node'], outcome: MarkOutcome): void {
    if (outcome.kind === 'refused' && !this.#refused.has(node.uid)) {
      const subject = { apiVersion: 'v1', kind: 'Node', ...node };
      this.#refused.add(node.uid);
      this.#ports.journal.record({
        kind: 'mark-refused',
        subject,
        reasons: [`Its load is not published: ${outcome.why}`],
      });
    }
    if (outcome.kind !== 'written') return;
    this.#refused.delete(node.uid);
    if (this.#failing === undefined) return;
    this.#failing = undefined;
    this.#ports.journal.record({ kind: 'marks-recovered', subject: this.#self, reasons: ['Load is published again.'] });
  }

  #tellFault(thrown: unknown, because: AnnotationWrite['because']): void {
    const code = thrown instanceof Fault ? thrown.code : 'unexpected';
    this.#ports.observer.marked(because, code);
    // what nobody may write is not tried node by node: the next plan tries again
    if (thrown instanceof Fault && thrown.retry === 'never') this.#supersede();
    if (this.#failing === code) return;
    this.#failing = code;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    const remedies = thrown instanceof Fault ? [`Remedy: ${thrown.remedy}.`] : [];
    const reasons = [`Load is not published: ${message}`, ...remedies];
    this.#ports.journal.record({ kind: 'marks-failing', subject: this.#self, reasons });
  }

  #tellHeartbeat({ heartbeat: { stretched, everyMs } }: AnnotationPlan, nodes: number): void {
    if (stretched && !this.#isStretched) {
      const reasons = [
        `Every node is written every ${Math.ceil(everyMs / 1000)} s instead of the heartbeat asked for: ${nodes} nodes need it within the write budget.`,
      ];
      this.#ports.journal.record({ kind: 'heartbeat-stretched', subject: this.#self, reasons });
    }
    this.#isStretched = stretched;
  }
}
