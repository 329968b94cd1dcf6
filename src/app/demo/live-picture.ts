import { styleText } from 'node:util';
import { systemClock } from '#app/system-clock.ts';
import { type Terminal, wantsColour } from '#app/terminal.ts';
import { leastScreen, type Paint, runFrame, type Screen, type Style } from '#views/simulation/run-picture.ts';
import { listenToKeys, type Wish } from './keys.ts';
import type { SideBySide } from './side-by-side.ts';

const FRAME_MS = 100;
/** Of each frame so much may go to the worlds; the rest is drawing and keys. */
const WORK_MS = 80;
const STEP_MS = 300_000;

/** How many times faster than life. */
const PACES = [60, 150, 300, 600, 900, 1200, 1800, 3600, 7200] as const;
const FIRST_PACE = 5;

const KEYS = 'space pause   + faster   - slower   s step of five minutes   q quit';

const STYLES: Readonly<Record<Style, Parameters<typeof styleText>[0]>> = {
  calm: 'green',
  busy: 'yellow',
  hot: 'red',
  full: ['bold', 'magenta'],
  title: ['bold', 'cyan'],
  faint: 'dim',
  strong: 'bold',
};

const ENTER = '\u001b[?1049h\u001b[?25l';
const LEAVE = '\u001b[?25h\u001b[?1049l';

/** Shows two worlds as a picture that moves, until they are over and somebody quits. */
export async function showLive(worlds: SideBySide, heading: string, terminal: Terminal): Promise<void> {
  const { stdout, stdin, env, signal } = terminal;
  const clock = systemClock();
  const watching = new Watching(worlds);
  const paint = paintFor(wantsColour(stdout, env));
  const stopListening = listenToKeys(stdin, (wish) => watching.take(wish));
  stdout.write(ENTER);
  try {
    while (!watching.hasQuit) {
      const startedAt = clock.now();
      await watching.goOn(() => clock.now() - startedAt > WORK_MS);
      stdout.write(frameText(watching, heading, screenOf(terminal), paint));
      await clock.sleep(Math.max(5, startedAt + FRAME_MS - clock.now()), signal);
    }
  } finally {
    stdout.write(LEAVE);
    stopListening();
  }
}

/** What somebody who watches has asked for so far, and what follows from it for the worlds. */
class Watching {
  readonly worlds: SideBySide;
  hasQuit: boolean = false;
  #pace: number = FIRST_PACE;
  #isPaused: boolean = false;
  #owedMs: number = 0;

  constructor(worlds: SideBySide) {
    this.worlds = worlds;
  }

  get paceText(): string {
    if (this.worlds.isOver) return 'over';
    return this.#isPaused ? 'paused' : `×${PACES[this.#pace]}`;
  }

  take(wish: Wish): void {
    if (wish === 'quit') this.hasQuit = true;
    else if (wish === 'pause') this.#isPaused = !this.#isPaused;
    else if (wish === 'faster') this.#pace = Math.min(PACES.length - 1, this.#pace + 1);
    else if (wish === 'slower') this.#pace = Math.max(0, this.#pace - 1);
    else {
      this.#isPaused = true;
      this.#owedMs += STEP_MS;
    }
  }

  /** One frame's worth of time; a machine that is too slow for the pace falls behind, and does not catch up. */
  async goOn(isLate: () => boolean): Promise<void> {
    if (!this.#isPaused) this.#owedMs = PACES[this.#pace]! * FRAME_MS;
    const went = await this.worlds.advance(this.#owedMs, isLate);
    this.#owedMs = this.#isPaused ? this.#owedMs - went : 0;
  }
}

function frameText(watching: Watching, heading: string, screen: Screen, paint: Paint): string {
  const { worlds, paceText: pace } = watching;
  if (screen.columns < leastScreen.columns || screen.rows < leastScreen.rows) {
    return `\u001b[H\u001b[J${leastScreen.columns} × ${leastScreen.rows} are needed; q quits`;
  }
  const { elapsedMs, wholeMs, sides, moves } = worlds;
  const keys = worlds.isOver ? 'The day is over.   q quit' : KEYS;
  const lines = runFrame({ heading, elapsedMs, wholeMs, pace, sides, moves, keys }, screen, paint);
  return `\u001b[H${lines.map((line) => `${line}\u001b[K`).join('\r\n')}\u001b[J`;
}

const screenOf = ({ stdout }: Terminal): Screen => ({ columns: stdout.columns ?? 80, rows: stdout.rows ?? 24 });

function paintFor(hasColour: boolean): Paint {
  if (!hasColour) return (_style, text) => text;
  return (style, text) => styleText(STYLES[style], text, { validateStream: false });
}
