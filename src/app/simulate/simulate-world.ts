import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { cliFault } from '#app/faults.ts';
import { structured } from '#app/output-format.ts';
import { policyNamed } from '#app/policy-named.ts';
import { progressOn } from '#app/progress.ts';
import type { Terminal } from '#app/terminal.ts';
import { movers } from '#simulation/movers.ts';
import type { RunLine } from '#simulation/run-journal.ts';
import type { WorldSpec } from '#simulation/world/world-spec.ts';
import { scoreSentence, scoreTable } from '#views/score-card.ts';
import { simulationPage } from '#views/simulation-page.ts';
import { readWorld } from './read-world.ts';
import type { RecordedDay } from './recorded-days.ts';
import { recordedWorld } from './recorded-world.ts';
import { runWorld, type WorldRun } from './run-worlds.ts';
import { worldOfFile } from './world-of-file.ts';

export interface SimulateFlags {
  readonly policy: readonly string[];
  readonly recorded?: RecordedDay;
  readonly data?: string;
  readonly seed?: number;
  readonly lasts?: number;
  readonly output: 'table' | 'wide' | 'json' | 'html';
  readonly journal?: string;
}

/** Runs the world of a file, or a recorded one, under each policy, and prints what each came to. */
export async function simulateWorld(file: string | undefined, flags: SimulateFlags, terminal: Terminal): Promise<void> {
  const chosen = flags.policy.map((name) => policyNamed(movers, name));
  const { title, spec, lastsMs: whole } = await chosenWorld(file, flags);
  const lastsMs = flags.lasts ?? whole;
  const journal: string[] = [];
  const runs: WorldRun[] = [];
  for (const mover of chosen) {
    const note = (line: RunLine): void => void journal.push(JSON.stringify({ policy: mover.name, ...line }));
    const hear = flags.journal === undefined ? {} : { hear: note };
    const progress = progressOn(terminal, mover.name);
    const { signal } = terminal;
    runs.push(await runWorld({ spec, mover, lastsMs, progress, ...hear, ...(signal === undefined ? {} : { signal }) }));
  }
  if (flags.journal !== undefined) await writeFile(flags.journal, `${journal.join('\n')}\n`);
  terminal.stdout.write(answer(title, runs, flags.output));
}

interface ChosenWorld {
  readonly title: string;
  readonly spec: WorldSpec;
  readonly lastsMs: number;
}

async function chosenWorld(file: string | undefined, { recorded, data, seed }: SimulateFlags): Promise<ChosenWorld> {
  if ((file === undefined) === (recorded === undefined)) {
    throw cliFault('cli/usage', 'choosing a world: give either a world file or --recorded');
  }
  if (recorded !== undefined) {
    const spec = recordedWorld(recorded, seed ?? 1, data);
    return { title: recorded, spec, lastsMs: spec.courses.steps * spec.courses.stepMs };
  }
  const world = await readWorld(file!);
  return { title: basename(file!), spec: worldOfFile(world, seed), lastsMs: world.lasts };
}

function answer(title: string, runs: readonly WorldRun[], output: SimulateFlags['output']): string {
  switch (output) {
    case 'json':
      return structured({ world: title, runs }, 'json');
    case 'html':
      return simulationPage(title, runs);
    case 'table':
    case 'wide': {
      const sentence = scoreSentence(runs);
      return `${scoreTable(runs, output)}${sentence === undefined ? '' : `\n${sentence}\n`}`;
    }
  }
}
