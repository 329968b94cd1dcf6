import { repositoryTraces } from '#app/recorded-load.ts';
import { recordedWorld } from '#app/simulate/recorded-world.ts';
import type { Terminal } from '#app/terminal.ts';
import { policyMover } from '#simulation/mover.ts';
import { ourRescheduler } from '#simulation/our-rescheduler.ts';
import { none } from '#simulation/policies/none.ts';
import { clockText } from '#views/simulation/run-picture.ts';
import { scoreSentence, scoreTable } from '#views/simulation/score-card.ts';
import { tellHours } from './hourly-lines.ts';
import { showLive } from './live-picture.ts';
import { type NamedMover, SideBySide } from './side-by-side.ts';

const SEED = 1;

/** What is shown beside doing nothing. */
const shown: NamedMover = { title: 'plimsoll', mover: ourRescheduler };

/** Runs the day to its end, or until somebody has seen enough, and says what it came to. */
export async function runDemo(terminal: Terminal, folder: string = repositoryTraces): Promise<void> {
  const { stdout, signal } = terminal;
  const spec = recordedWorld('PL-8-44', SEED, folder);
  const worlds = new SideBySide(spec, [{ title: 'doing nothing', mover: policyMover(none) }, shown]);
  const pods = spec.courses.count.toLocaleString('en-US');
  const heading = `Plimsoll, simulated: ${spec.nodes.length} nodes, ${pods} pods, a day`;
  try {
    if (stdout.isTTY === true) await showLive(worlds, heading, terminal);
    else {
      stdout.write(`${heading}\n\n`);
      await tellHours(worlds, stdout, signal);
    }
  } finally {
    await worlds.end();
  }
  const { scored, elapsedMs, wholeMs, isOver } = worlds;
  const until = isOver ? '' : `After ${clockText(elapsedMs)} of ${clockText(wholeMs)}:\n\n`;
  stdout.write(`\n${until}${scoreTable(scored)}\n${scoreSentence(scored) ?? ''}\n`);
}
