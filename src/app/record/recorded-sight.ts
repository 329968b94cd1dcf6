import type { Config } from '#app/config/schema.ts';
import { cliFault } from '#app/faults.ts';
import { loadWanted } from '#app/load-sources.ts';
import type { ClusterSight } from '#app/once/cluster-sight.ts';
import { knownFrom, listsOf } from '#app/once/known-cluster.ts';
import { lookThrough } from '#app/once/look-at-load.ts';
import { instantText } from '#load/instant.ts';
import type { HeardLook, SessionLine } from '#ports/recording.ts';
import { type HeardLoad, playedLoad } from '#sources/recording/played-load.ts';
import { readRecording } from '#sources/recording/read-recording.ts';
import { objectSchemas } from './object-schemas.ts';

export interface RecordedAsk {
  readonly file: string;
  /** The last look until then; absent: the last of all. In milliseconds since the Unix epoch. */
  readonly at: number | undefined;
  readonly historyMs: number;
}

export interface RecordedSight {
  readonly sight: ClusterSight;
  readonly isTorn: boolean;
}

/** Sees again what a look saw that was recorded, by the same code that looks at a live cluster. */
export async function seeRecorded(
  { file, at, historyMs }: RecordedAsk,
  config: Config,
  signal: AbortSignal,
): Promise<RecordedSight> {
  const { look, before, session, isTorn } = await chosenLook(file, at, historyMs);
  const { source, clock } = playedLoad(look, before);
  const known = knownFrom(session.cluster.version, look.objects);
  const lists = listsOf(known);
  const seen = await lookThrough(
    { ...loadWanted(config), source },
    { clock, config, signal },
    { lists, pods: 'asked', historyMs, observeForMs: 0, observing: () => undefined },
  );
  return { sight: { known, migrations: look.migrations, surgeRight: look.surgeRight, lists, look: seen }, isTorn };
}

interface ChosenLook {
  readonly look: HeardLook;
  readonly before: readonly HeardLoad[];
  readonly session: SessionLine;
  readonly isTorn: boolean;
}

async function chosenLook(file: string, at: number | undefined, historyMs: number): Promise<ChosenLook> {
  let chosen: { readonly look: HeardLook; readonly session: SessionLine } | undefined;
  let before: HeardLoad[] = [];
  const { isTorn } = await readRecording(file, objectSchemas, (look, session) => {
    if (at !== undefined && look.readAt > at) return;
    if (chosen !== undefined) {
      const { begunAt, readAt, past, reading } = chosen.look;
      before.push({ begunAt, readAt, past, reading });
      before = before.filter((one) => one.readAt >= look.begunAt - historyMs);
    }
    chosen = { look, session };
  });
  if (chosen === undefined) {
    throw cliFault('cli/usage', `looking in ${file}: nothing was recorded until ${instantText(at!)}`);
  }
  return { ...chosen, before, isTorn };
}
