import type { Output } from '#app/terminal.ts';
import { counted } from '#views/counted.ts';
import { clockText } from '#views/simulation/run-picture.ts';
import type { SideBySide } from './side-by-side.ts';

const HOUR_MS = 3_600_000;

/** Tells two worlds a line an hour, where there is no terminal to draw on. */
export async function tellHours(worlds: SideBySide, stdout: Output, signal?: AbortSignal): Promise<void> {
  const titles = worlds.sides.map(({ title }) => title);
  stdout.write(`${['HOUR', ...titles.map((title) => title.toUpperCase())].join('   ')}\n`);
  while (!worlds.isOver) {
    signal?.throwIfAborted();
    await worlds.advance(HOUR_MS - (worlds.elapsedMs % HOUR_MS));
    const sides = worlds.sides.map(({ shares, score }) => {
      const hot = shares.filter((share) => share > 0.8).length;
      const minutes = Math.round(score.overLineMinutes);
      return `${counted(hot, 'node')} overloaded, ${counted(minutes, 'node-minute')} so far, ${counted(score.evictions, 'eviction')}`;
    });
    stdout.write(`${clockText(worlds.elapsedMs)}  ${sides.join('  |  ')}\n`);
  }
}
