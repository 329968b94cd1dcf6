import { truncate } from 'node:fs/promises';
import { isEmpty, RecordingWriter, type WrittenLook } from '#actuators/recording/recording-writer.ts';
import { seeCluster } from '#app/once/cluster-sight.ts';
import { needLoad } from '#app/once/look-at-load.ts';
import { type OpenCluster, type Opening, withCluster } from '#app/once/open-cluster.ts';
import { sayRemarks } from '#app/once/say.ts';
import type { Terminal } from '#app/terminal.ts';
import { Fault } from '#base/fault.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import { instantText } from '#load/instant.ts';
import type { PastStep } from '#ports/load-source.ts';
import type { HeardLook, SessionLine } from '#ports/recording.ts';
import { recordingFault } from '#sources/recording/faults.ts';
import { readRecording } from '#sources/recording/read-recording.ts';
import { fileSizeText } from '#views/amount-text.ts';
import { span } from '#views/span.ts';
import { objectSchemas } from './object-schemas.ts';
import { sessionOf } from '#app/once/record-sight.ts';

export interface RecordAsk {
  readonly opening: Opening;
  readonly file: string;
  readonly everyMs: number;
  /** Absent: until it is interrupted. */
  readonly forMs: number | undefined;
  /** How far back the first look asks what pods used. */
  readonly historyMs: number;
  readonly mostBytes: number;
}

/** Looks at a cluster again and again, and keeps what it is told. */
export async function recordCluster(ask: RecordAsk, terminal: Terminal): Promise<void> {
  const earlier = await takenUp(ask.file, terminal);
  await withCluster(ask.opening, terminal, async (cluster) => {
    const recording = new Recording(ask, cluster, { terminal, earlier });
    if (await recording.begin()) await recording.goOn();
  });
}

/** What is in the file already. */
interface Earlier {
  readonly session: SessionLine;
  readonly readAt: number;
}

/** What was torn off is cut off, so that what follows can be read. */
async function takenUp(file: string, terminal: Terminal): Promise<Earlier | undefined> {
  if (await isEmpty(file)) return undefined;
  let readAt = 0;
  const found = await readRecording(file, objectSchemas, (look) => void (readAt = look.readAt));
  if (found.isTorn) {
    await truncate(file, found.wholeBytes);
    sayRemarks(terminal, ['the last look in the file was torn while it was written: it is cut off']);
  }
  terminal.stderr.write(`going on after ${looksText(found.looks)}, the last at ${instantText(readAt)}\n`);
  return { session: found.session, readAt };
}

class Recording {
  readonly #ask: RecordAsk;
  readonly #cluster: OpenCluster;
  readonly #terminal: Terminal;
  readonly #earlier: Earlier | undefined;
  readonly #startedAt: number;
  #writer: RecordingWriter | undefined;
  /** Until when what pods used is in the file. */
  #knownUntil: number | undefined;
  #looks = 0;

  constructor(
    ask: RecordAsk,
    cluster: OpenCluster,
    { terminal, earlier }: { readonly terminal: Terminal; readonly earlier: Earlier | undefined },
  ) {
    this.#ask = ask;
    this.#cluster = cluster;
    this.#terminal = terminal;
    this.#earlier = earlier;
    this.#knownUntil = earlier?.readAt;
    this.#startedAt = cluster.clock.now();
  }

  /** The first look: what goes wrong in it will go wrong in each. False where there is no room for it. */
  begin(): Promise<boolean> {
    return this.#look();
  }

  async goOn(): Promise<void> {
    const { clock, signal } = this.#cluster;
    const { everyMs, forMs = Number.POSITIVE_INFINITY } = this.#ask;
    for (;;) {
      const next = this.#startedAt + Math.ceil((clock.now() + 1 - this.#startedAt) / everyMs) * everyMs;
      if (next - this.#startedAt > forMs) return;
      try {
        await clock.sleep(next - clock.now(), signal);
        if (!(await this.#look())) return;
      } catch (thrown) {
        // being interrupted is how a recording without an end ends
        if (signal.aborted) return;
        if (!(thrown instanceof Fault)) throw thrown;
        sayRemarks(this.#terminal, [`this look came to nothing: ${thrown.message}; ${thrown.remedy}`]);
      }
    }
  }

  /** False where the file is full. */
  async #look(): Promise<boolean> {
    const { sight, heard } = await seeCluster(this.#cluster, {
      historyMs: this.#missingMs(),
      observeForMs: 0,
      observing: () => undefined,
    });
    if (this.#writer === undefined) needLoad(sight.look);
    this.#writer ??= this.#begun(sessionOf(heard, sight.known.version));
    const written = await this.#writer.write(heard);
    if (written === 'full') {
      sayRemarks(this.#terminal, [
        `the file would grow above ${fileSizeText(this.#ask.mostBytes)} (--max-size): it ends here`,
      ]);
      return false;
    }
    this.#knownUntil = heard.readAt;
    this.#looks++;
    this.#tell(heard, written);
    return true;
  }

  #begun(session: SessionLine): RecordingWriter {
    const { file, mostBytes } = this.#ask;
    const [before, now] = [this.#earlier?.session.cluster.uid, session.cluster.uid];
    if (before !== undefined && now !== undefined && before !== now) {
      throw recordingFault('recording/other-cluster', `going on with ${file}: it is of another cluster`);
    }
    return new RecordingWriter(file, session, { prefix: this.#cluster.config.annotations.prefix, mostBytes });
  }

  /** What of the past is not in the file yet, a step more, so that none is left out. */
  #missingMs(): number {
    const { historyMs } = this.#ask;
    if (this.#knownUntil === undefined) return historyMs;
    const missingMs = this.#cluster.clock.now() - this.#knownUntil + forecastDefaults.stepMs;
    return Math.min(missingMs, Math.max(historyMs, forecastDefaults.stepMs));
  }

  #tell({ readAt, objects: { Node, Pod }, past }: HeardLook, { changes, bytes }: WrittenLook): void {
    const count = (heard: { readonly kind: string; readonly items?: readonly unknown[] }): number =>
      heard.items?.length ?? 0;
    const first = Math.min(...past.filter(isSaid).map(({ atMs }) => atMs));
    const back = first === Number.POSITIVE_INFINITY ? '' : `, ${span(readAt - first)} of the past`;
    this.#terminal.stderr.write(
      `${instantText(readAt)}  look ${this.#looks}: ${count(Node)} nodes, ${count(Pod)} pods, ${changes} changes${back}; ${fileSizeText(bytes)}\n`,
    );
  }
}

const isSaid = ({ signals }: PastStep): boolean =>
  signals.some((signal) => signal.kind === 'read' && signal.series[Symbol.iterator]().next().done !== true);

const looksText = (looks: number): string => (looks === 1 ? '1 look' : `${looks} looks`);
