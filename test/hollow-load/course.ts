import { createHash } from 'node:crypto';
import type { RecordedTraces } from './recorded-traces.ts';

/** Recorded levels played in the time of a test: `speed` 60 plays a recorded hour in a minute. */
export interface Playing {
  readonly traces: RecordedTraces;
  readonly speed: number;
  /** When the playing begins, in milliseconds since the Unix epoch: every step of every trace changes at one beat. */
  readonly from: number;
  readonly seed: string;
}

/** The trace that is played for somebody, of which each beat has one level. */
export interface Course {
  readonly levels: Float32Array;
  readonly begin: number;
}

/** Which trace somebody follows, and from where in it: by the seed and their name alone. */
export function courseOf(playing: Pick<Playing, 'traces' | 'seed'>, name: string): Course {
  const hash = createHash('sha256').update(`${playing.seed}/${name}`).digest();
  const { rows } = playing.traces;
  const levels = rows[hash.readUInt32LE(0) % rows.length]!;
  return { levels, begin: hash.readUInt32LE(4) % levels.length };
}

/** How long each level holds, in the time of the test. */
export const beatMs = ({ traces, speed }: Playing): number => traces.stepMs / speed;

/** The number of the beat that is on at a time. */
export const beatAt = (playing: Playing, at: number): number => Math.floor((at - playing.from) / beatMs(playing));

/** Between 0 and 1. A trace that is over begins anew. */
export function levelAt({ levels, begin }: Course, beat: number): number {
  const { length } = levels;
  return levels[(((begin + beat) % length) + length) % length]!;
}
