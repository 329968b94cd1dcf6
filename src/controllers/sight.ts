import type { LoadView } from '#load/load-view.ts';
import type { Pass } from '#load/load-store.ts';
import type { PassOutcome } from '#ports/collect-observer.ts';
import type { Journal, Subject } from '#ports/journal.ts';
import type { LoadReading } from '#ports/load-source.ts';

/** What one pass saw. */
export interface Seen {
  readonly pass: Pass;
  readonly reading: LoadReading;
  readonly view: LoadView;
}

/** Whether we see, as readiness asks. */
export type Sighted = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** How well the cluster is seen from pass to pass: told where it changes, not at each pass. */
export class Sight {
  readonly #journal: Journal;
  readonly #self: Subject;
  #outcome: PassOutcome | undefined;
  #goodAt: number = Number.NEGATIVE_INFINITY;
  #blindSince: number | undefined;
  /** What was wrong when it was last told, without its numbers. */
  #told: string = '';
  #problems: readonly string[] = [];

  /** `self`: whom Events about seeing are attached to. */
  constructor(journal: Journal, self: Subject) {
    this.#journal = journal;
    this.#self = self;
  }

  /** Whether any pass has brought anything yet. */
  get hasSeen(): boolean {
    return this.#goodAt > Number.NEGATIVE_INFINITY;
  }

  /** `blindAfterMs`: how long a pass may bring nothing before we are blind. */
  look(seen: Seen, blindAfterMs: number): PassOutcome {
    const { now } = seen.view;
    if (hasSamples(seen.pass)) this.#goodAt = now;
    this.#problems = problemsIn(seen);
    const isBlind = seesNobody(seen) || (seen.pass.nodes.length > 0 && now - this.#goodAt > blindAfterMs);
    const outcome = isBlind ? 'blind' : this.#problems.length > 0 ? 'degraded' : 'whole';
    this.#tell(outcome, seen);
    this.#outcome = outcome;
    return outcome;
  }

  /** Whether a pass has seen anything lately. */
  sighted(now: number, blindAfterMs: number): Sighted {
    if (this.#outcome === undefined) return { ok: false, reason: 'no pass has ended yet' };
    if (this.#outcome === 'blind' || now - this.#goodAt > blindAfterMs) {
      const why = this.#problems.length === 0 ? '' : `: ${this.#problems.join('; ')}`;
      return { ok: false, reason: `the load of no node is known${why}` };
    }
    return { ok: true };
  }

  #tell(outcome: PassOutcome, { view: { now }, pass }: Seen): void {
    const wasBlind = this.#outcome === 'blind';
    if (outcome === 'blind') {
      if (!wasBlind) this.#blindSince = now;
      if (!wasBlind)
        this.#record('source-blind', ['The load of no node is known; verdicts are held.', ...this.#problems]);
    } else if (wasBlind) {
      const seconds = Math.round((now - this.#blindSince!) / 1000);
      this.#record('source-recovered', [`Load is read again, after ${seconds} s of blindness.`]);
    }
    this.#tellProblems(
      outcome,
      hasSamples(pass) ? 'A part of the load was not read.' : 'Nothing was read in this pass.',
    );
  }

  #tellProblems(outcome: PassOutcome, extent: string): void {
    const gist = outcome === 'degraded' ? this.#problems.join('\n').replaceAll(/\d+/g, '#') : '';
    if (gist === this.#told) return;
    if (gist !== '') this.#record('pass-degraded', [extent, ...this.#problems]);
    else if (outcome === 'whole') this.#record('pass-recovered', ['All of the load is read again.']);
    this.#told = gist;
  }

  #record(
    kind: 'source-blind' | 'source-recovered' | 'pass-degraded' | 'pass-recovered',
    reasons: readonly string[],
  ): void {
    this.#journal.record({ kind, subject: this.#self, reasons });
  }
}

/** Whole sentences: what went wrong, with whom it concerns. */
function problemsIn({ reading, pass }: Seen): readonly string[] {
  const hints = pass.signals.flatMap(({ signal, counts }) =>
    counts.hint === undefined ? [] : [`${signal}: ${counts.hint}`],
  );
  const problems = reading.problems.map(({ fault, signals }) => `${fault.message} (${signals.join(', ')})`);
  const warnings = reading.warnings.map((warning) => `the source warns: ${warning}`);
  const isUnexplained = reading.isDegraded && problems.length + warnings.length === 0;
  return [...problems, ...warnings, ...hints, ...(isUnexplained ? ['the source says that its answer is partial'] : [])];
}

function hasSamples({ signals }: Pass): boolean {
  return signals.some(({ values }) => values.some((value) => !Number.isNaN(value)));
}

/** Nodes that are not ready may be silent: they alone make nobody blind. */
function seesNobody({ view }: Seen): boolean {
  const { ready, seen } = view.coverage();
  return ready > 0 && seen === 0;
}
