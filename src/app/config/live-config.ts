import { isDeepStrictEqual } from 'node:util';
import { Fault } from '#base/fault.ts';
import { type ConfigPlaces, openConfigFile } from '#app/config/open-config.ts';
import { describeOrigin } from '#app/config/origin.ts';
import { type ConfigReading, readConfig, type Setting } from '#app/config/read-config.ts';
import type { Config } from '#app/config/schema.ts';
import { writtenText } from '#app/config/written.ts';
import type { Clock } from '#ports/clock.ts';
import type { Journal } from '#ports/journal.ts';

type GoodReading = Extract<ConfigReading, { kind: 'good' }>;

/** What became of a file that was read again. */
export type Reload = 'unchanged' | 'taken' | 'refused';

export type ConfigObserver = (config: Config) => void;

export interface LiveConfigPorts {
  readonly clock: Clock;
  readonly journal: Journal;
}

/** What the file held when it was last judged: its text, or why it could not be read. */
interface Judged {
  readonly seen: string;
  readonly good: boolean;
}

const LOOK_EVERY_MS = 2000;

/**
 * The configuration in force. Its file may change at any time: a good one is taken, a bad or vanished one is refused
 * and the configuration from before stays. Content is compared, not dates, so symlink swaps and renames are seen too.
 */
export class LiveConfig {
  readonly #ports: LiveConfigPorts;
  readonly #places: ConfigPlaces;
  readonly #observers: Set<ConfigObserver> = new Set();
  #inForce: GoodReading;
  #judged: Judged | undefined;
  #reloading: Promise<unknown> = Promise.resolve();

  /** Starts from a reading already found good, so that nothing runs without a configuration. */
  constructor(ports: LiveConfigPorts, places: ConfigPlaces, first: GoodReading) {
    this.#ports = ports;
    this.#places = places;
    this.#inForce = first;
  }

  get current(): Config {
    return this.#inForce.config;
  }

  get settings(): readonly Setting[] {
    return this.#inForce.settings;
  }

  /** Calls back after every change; the answer ends that. */
  observe(observer: ConfigObserver): () => void {
    this.#observers.add(observer);
    return () => this.#observers.delete(observer);
  }

  /** Reads the file again, now. Overlapping calls wait for one another, so an older text never wins over a newer. */
  reload(): Promise<Reload> {
    const reload = this.#reloading.then(async () => this.#judge(await this.#look()));
    this.#reloading = reload.catch(() => undefined);
    return reload;
  }

  /** Looks at the file every two seconds until the signal; a new text is judged once it has held still from one look to the next. */
  async follow(signal: AbortSignal): Promise<void> {
    if (this.#places.file === undefined) return;
    let before = this.#judged?.seen;
    while (!signal.aborted) {
      const sight = await this.#look();
      // an editor caught in the middle of writing leaves half a file, which may well be a good one
      if (seenIn(sight) === before && seenIn(sight) !== this.#judged?.seen) await this.reload();
      before = seenIn(sight);
      await this.#ports.clock.sleep(LOOK_EVERY_MS, signal).catch(() => undefined);
    }
  }

  async #look(): Promise<string | Fault> {
    if (this.#places.file === undefined) return '';
    const opened = await openConfigFile(this.#places.file);
    return opened instanceof Fault ? opened : opened.text;
  }

  #judge(sight: string | Fault): Reload {
    const before = this.#judged;
    if (before?.seen === seenIn(sight)) return before.good ? 'unchanged' : 'refused';
    const reading = this.#readingOf(sight);
    this.#judged = { seen: seenIn(sight), good: reading.kind === 'good' };
    if (reading.kind === 'bad') return this.#refuse(reading.faults);
    return this.#take(reading, before?.good === false);
  }

  #readingOf(sight: string | Fault): ConfigReading {
    if (sight instanceof Fault) return { kind: 'bad', faults: [sight] };
    const { file, environment, flags } = this.#places;
    return readConfig({ file: file === undefined ? undefined : { name: file, text: sight }, environment, flags });
  }

  #refuse(faults: readonly Fault[]): 'refused' {
    const reasons = [...faults.map((fault) => fault.message), 'The configuration from before stays in force.'];
    this.#ports.journal.record({ kind: 'config-refused', reasons, facts: { faults: faults.length } });
    return 'refused';
  }

  #take(reading: GoodReading, wasRefused: boolean): 'taken' | 'unchanged' {
    const changes = changesBetween(this.#inForce.settings, reading.settings);
    // without a change, lines and columns may still have moved
    this.#inForce = changes.length > 0 ? reading : { ...this.#inForce, settings: reading.settings };
    if (changes.length > 0 || wasRefused) {
      const reasons = changes.length > 0 ? changes : ['The file is good again and says what is already in force.'];
      this.#ports.journal.record({ kind: 'config-taken', reasons, facts: { changes: changes.length } });
    }
    if (changes.length === 0) return 'unchanged';
    for (const observer of this.#observers) observer(reading.config);
    return 'taken';
  }
}

function seenIn(sight: string | Fault): string {
  // no text a file may hold begins so: NUL is not allowed in YAML
  return sight instanceof Fault ? `\0${sight.message}` : sight;
}

function changesBetween(before: readonly Setting[], after: readonly Setting[]): readonly string[] {
  return after.flatMap((setting, index) => {
    const old = before[index]!;
    if (isDeepStrictEqual(setting.value, old.value)) return [];
    const { path, meta } = setting.leaf;
    const when = meta.fixedAtStart ? ' from the next start on' : '';
    return `${path} is ${told(setting)}${when}, it was ${told(old)} (${describeOrigin(setting.origin)}).`;
  });
}

function told({ shown }: Setting): string {
  return shown === null ? 'left out' : writtenText(shown);
}
