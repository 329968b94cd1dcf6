import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { ConfigPlaces } from '#app/config/open-config.ts';
import { cliFault } from '#app/faults.ts';
import { configFrom } from '#app/once/open-cluster.ts';
import { sayRemarks } from '#app/once/say.ts';
import { structured } from '#app/flags/output-format.ts';
import { policyNamed } from '#app/policy-named.ts';
import { recordedJobs, recordedRows, repositoryTraces } from '#app/recorded-load.ts';
import { progressOn } from '#app/progress.ts';
import type { Terminal } from '#app/terminal.ts';
import { movers } from '#simulation/movers.ts';
import type { RunLine } from '#simulation/run-journal.ts';
import type { SchedulerName, WorldSpec } from '#simulation/world/world-spec.ts';
import { movesTable } from '#views/simulation/move-outcomes.ts';
import { scoreSentence, scoreTable } from '#views/simulation/score-card.ts';
import { simulationPage } from '#views/simulation/simulation-page.ts';
import { simulateFault } from './faults.ts';
import { worldIn } from './read-world.ts';
import type { RecordedDay } from './recorded-days.ts';
import { recordedWorld } from './recorded-world.ts';
import { runWorld, type WorldRun } from './run-worlds.ts';
import { worldOfFile, type WorldTraces } from './world-of-file.ts';
import { worldOfRecording } from './world-of-recording.ts';

export interface SimulateFlags {
  readonly policy: readonly string[];
  readonly recorded?: RecordedDay;
  readonly data?: string;
  readonly scheduler?: SchedulerName;
  readonly seed?: number;
  readonly lasts?: number;
  readonly output: 'table' | 'wide' | 'json' | 'html';
  readonly journal?: string;
}

export interface SimulateAsk {
  /** A world file or a recording. */
  readonly file: string | undefined;
  readonly flags: SimulateFlags;
  /** What recordings are read with. */
  readonly places: ConfigPlaces;
}

/** Runs the world of a file, or a recorded one, under each policy, and prints what each came to. */
export async function simulateWorld(ask: SimulateAsk, terminal: Terminal): Promise<void> {
  const { flags } = ask;
  const chosen = flags.policy.map((name) => policyNamed(movers, name));
  const { title, spec: written, lastsMs, remarks } = await chosenWorld(ask);
  const spec = { ...written, scheduler: flags.scheduler ?? written.scheduler };
  sayRemarks(terminal, remarks);
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
  const titled = spec.scheduler === 'default' ? title : `${title}, scheduler ${spec.scheduler}`;
  terminal.stdout.write(answer(titled, runs, flags.output));
}

interface ChosenWorld {
  readonly title: string;
  readonly spec: WorldSpec;
  readonly lastsMs: number;
  readonly remarks: readonly string[];
}

async function chosenWorld({ file, flags, places }: SimulateAsk): Promise<ChosenWorld> {
  const { recorded, data, seed, lasts } = flags;
  if ((file === undefined) === (recorded === undefined)) {
    throw cliFault('cli/usage', 'choosing a world: give either a file or --recorded');
  }
  if (recorded !== undefined) {
    const spec = recordedWorld(recorded, seed ?? 1, data);
    return { title: recorded, spec, lastsMs: lasts ?? spec.courses.steps * spec.courses.stepMs, remarks: [] };
  }
  const bytes = await readBytes(file!);
  const title = basename(file!);
  if (isRecording(bytes)) {
    const { spec, lastsMs, remarks } = worldOfRecording(bytes, file!, await configFrom(places), seed ?? 1);
    // what came after it is not known
    return { title, spec, lastsMs: Math.min(lastsMs, lasts ?? lastsMs), remarks };
  }
  const world = worldIn(textIn(bytes, file!), file!);
  const from = data ?? repositoryTraces;
  const traces: WorldTraces = { jobs: () => recordedJobs(from), rows: (trace) => recordedRows(from, trace) };
  return { title, spec: worldOfFile(world, traces, seed), lastsMs: lasts ?? world.lasts, remarks: [] };
}

async function readBytes(file: string): Promise<Buffer> {
  return readFile(file).catch((cause: unknown) => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw simulateFault('simulate/unreadable', `reading the world ${file}: ${why}`, { cause });
  });
}

/** How packed text begins, and no YAML. */
const PACKED = 0x1f;
/** As far as the first line of a recording may be looked for what it is. */
const FIRST_BYTES = 1024;

const isRecording = (bytes: Buffer): boolean =>
  bytes[0] === PACKED || bytes.subarray(0, FIRST_BYTES).includes('"kind":"plimsoll-recording"');

function textIn(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw simulateFault('simulate/neither', `reading ${file}: it is not text`, { cause });
  }
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
      return `${scoreTable(runs, output)}${sentence === undefined ? '' : `\n${sentence}\n`}${movesOf(runs, output)}`;
    }
  }
}

function movesOf(runs: readonly WorldRun[], width: 'table' | 'wide'): string {
  const moving = runs.filter(({ moves }) => moves.length > 0);
  return moving.map(({ policy, moves }) => `\nMoves of ${policy}\n${movesTable(moves, width)}`).join('');
}
