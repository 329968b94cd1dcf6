import type { CollectOptions } from '#controllers/collect-load.ts';
import { compose, type House } from '#controllers/compose.ts';
import { annotationKeys } from '#load/annotations/annotation-text.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import type { LoadView } from '#load/load-view.ts';
import type { CollectObserver } from '#ports/collect-observer.ts';
import type { Subject } from '#ports/journal.ts';
import { installedLines, READING_EVERY_MS } from './as-installed.ts';
import type { Mover } from './mover.ts';
import type { RunJournal } from './run-journal.ts';
import type { WorldLoadSource } from './world/edges/world-load-source.ts';
import type { WorldRoster } from './world/edges/world-roster.ts';
import type { World } from './world/world.ts';

const SELF: Subject = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  namespace: 'plimsoll-system',
  name: 'plimsoll',
};

const uncounted: CollectObserver = {
  passed: () => undefined,
  sourceFailed: () => undefined,
  refused: () => undefined,
  marked: () => undefined,
  planned: () => undefined,
};

export interface IncumbentParts {
  readonly world: World;
  /** What it does beside measuring. */
  readonly role: Pick<Mover, 'wantsPods' | 'loops'>;
  readonly journal: RunJournal;
}

/** A process of ours that runs in a world, until another takes its place. */
export class Incumbent {
  readonly #house: House;
  readonly #sources: readonly WorldLoadSource[];
  readonly #roster: WorldRoster;
  readonly #ending: AbortController = new AbortController();
  readonly #running: Promise<void>;
  #term: AbortController | undefined = new AbortController();

  constructor({ world, role, journal }: IncumbentParts) {
    const { spec, core } = world;
    const { clock } = core;
    const options = collectOptions(role.wantsPods);
    const keys = new Set(annotationKeys(options.lines.signals, options.lines.prefix));
    const isOurs = (key: string): boolean => keys.has(key);
    const source = world.loadSource(spec.pipeline.windowMs);
    const podSource = world.loadSource(spec.courses.stepMs);
    const roster = world.roster(isOurs);
    const acting = (): AbortSignal | undefined => this.#term?.signal;
    this.#sources = [source, podSource];
    this.#roster = roster;
    const ports = { clock, journal, roster, marker: world.marker(isOurs), observer: uncounted, acting };
    this.#house = compose({
      ports: { ...ports, source: () => source },
      self: SELF,
      collect: () => options,
      acting: (seen) =>
        role.loops({ ...ports, world, source: podSource, seen, self: SELF, ending: this.#ending.signal }),
    });
    this.#running = this.#house.run(this.#ending.signal);
  }

  /** What it knows of the world's load. */
  get seen(): LoadView {
    return this.#house.collector.view;
  }

  blind(isBlind: boolean): void {
    for (const source of this.#sources) source.blind(isBlind);
  }

  /** Who loses the lead is cut off in the middle of whatever it does; each time it leads again is another term. */
  lead(isLeading: boolean): void {
    if (isLeading) this.#term ??= new AbortController();
    else {
      this.#term?.abort(new Error('the lead was lost'));
      this.#term = undefined;
    }
  }

  /** Ends its loops; resolves when nothing of it runs any more. */
  async end(): Promise<void> {
    this.lead(false);
    this.#ending.abort(new Error('the process has ended'));
    this.#roster.leave();
    await this.#running;
    await this.#house.collector.stop();
  }
}

function collectOptions(wantsPods: boolean): CollectOptions {
  return {
    intervalMs: READING_EVERY_MS,
    sampleEveryMs: READING_EVERY_MS,
    lines: installedLines,
    annotations: annotationsDefaults,
    pods: wantsPods ? 'asked' : 'not-asked',
  };
}
