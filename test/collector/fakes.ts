import type { RosterNode } from '#ports/cluster-roster.ts';
import type { CollectObserver } from '#ports/collect-observer.ts';
import type { LoadReading, LoadSource, PastAsk, PastStep, SignalReading, SourceProblem } from '#ports/load-source.ts';
import type { Clock } from '#ports/clock.ts';
import { Fault } from '#base/fault.ts';
import { aNode, type Values } from '../support/a-load.ts';

/** A node as the roster has it. */
export function aRosterNode(name: string, otherwise: Partial<RosterNode> = {}): RosterNode {
  return { ...aNode(name), createdAt: 0, marks: {}, marksSince: 0, ...otherwise };
}

type OfSignals = Readonly<Record<string, Values>>;

/** A source that says what a test puts into it, taken at the moment it is asked, less its age. */
export class SaidSource implements LoadSource {
  readonly name = 'prometheus' as const;
  readonly signals: readonly string[] = ['cpu', 'memory'];
  readonly pods = 'unknown' as const;
  says: OfSignals = {};
  ageMs: number = 0;
  /** Set: it cannot be asked. */
  fault: Fault | undefined;
  /** Set: it cannot be asked for the past. */
  pastFault: Fault | undefined;
  problems: readonly SourceProblem[] = [];
  warnings: readonly string[] = [];
  isDegraded: boolean = false;
  /** What it said at each moment of the past, by how long ago. */
  remembers: readonly { readonly agoMs: number; readonly says: OfSignals }[] = [];
  readonly asked: { readonly past: PastAsk[] } = { past: [] };
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async read({ signals }: { readonly signals: readonly string[] }): Promise<LoadReading> {
    const at = this.#clock.now() - this.ageMs;
    const { fault } = this;
    const readings = signals.map((signal) => this.#reading(signal, this.says, { takenAt: at, fault }));
    const problems = fault === undefined ? this.problems : [{ fault, signals }];
    const isDegraded = this.isDegraded || problems.length > 0;
    return { signals: readings, pods: { kind: 'not-asked' }, problems, warnings: this.warnings, isDegraded };
  }

  async past(ask: PastAsk): Promise<readonly PastStep[]> {
    this.asked.past.push(ask);
    return this.remembers.map(({ agoMs, says }) => {
      const atMs = this.#clock.now() - agoMs;
      return {
        atMs,
        signals: ask.signals.map((signal) => this.#reading(signal, says, { takenAt: atMs, fault: this.pastFault })),
      };
    });
  }

  async close(): Promise<void> {}

  #reading(
    signal: string,
    says: OfSignals,
    { takenAt, fault }: { readonly takenAt: number; readonly fault: Fault | undefined },
  ): SignalReading {
    const by = { source: this.name, signal, tookMs: 1 };
    if (fault !== undefined) return { ...by, kind: 'failed', fault };
    const series = Object.entries(says[signal] ?? {}).map(([node, value]) => ({ labels: { node }, value, takenAt }));
    return { ...by, kind: 'read', unit: 'ratio', series };
  }
}

/** Counts what is worth counting, as lines. */
export class CountingObserver implements CollectObserver {
  readonly counted: string[] = [];

  passed(outcome: string): void {
    this.counted.push(`passed ${outcome}`);
  }
  sourceFailed(source: string, code: string): void {
    this.counted.push(`${source} ${code}`);
  }
  refused(signal: string, why: string, samples: number): void {
    this.counted.push(`refused ${signal} ${why} ${samples}`);
  }
  marked(because: string, outcome: string): void {
    this.counted.push(`marked ${because} ${outcome}`);
  }
  planned(): void {}
}

/** Something that went wrong outside. */
export const aFault = (message: string, retry: 'soon' | 'never' = 'soon'): Fault =>
  new Fault('test/outside', { means: 'The test wanted it.', remedy: 'let the test end' }, message, { retry });
