import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { programFlags } from '../as-the-program.ts';
import type { Measure } from '../measure.ts';
import type { Changed, Synced } from './subject.ts';

/**
 * Whom we measure. Ours takes protobuf where the server has it, unless told not to, and a dozen fields of a pod; whole
 * pods are what the rescheduler holds: everything that says where a pod may go, and whether it may be moved.
 */
export type Who = 'ours' | 'ours in json' | 'ours, whole pods' | 'ours, whole pods in json' | 'client-node';

export type Say = (line: string) => void;

const subjects: Record<Who, readonly [file: string, ...also: string[]]> = {
  ours: ['ours.ts'],
  'ours in json': ['ours.ts', 'json'],
  'ours, whole pods': ['ours.ts', 'whole'],
  'ours, whole pods in json': ['ours.ts', 'json', 'whole'],
  'client-node': ['client-node.ts'],
};

// room enough for whoever needs more
const execArgv = [...programFlags, '--max-old-space-size=4096'];

/** A program of this folder in a process of its own. */
export const start = (file: string, args: readonly string[]): ChildProcess =>
  fork(join(import.meta.dirname, file), args, { execArgv });

/** The next message of a kind; fails when the child ends first. */
export function message<Message extends { kind: string }>(
  child: ChildProcess,
  kind: Message['kind'],
): Promise<Message> {
  const { promise, resolve, reject } = Promise.withResolvers<Message>();
  const hear = (said: Message): void => {
    if (said.kind !== kind) return;
    child.off('message', hear);
    resolve(said);
  };
  child.on('message', hear);
  child.once('exit', (code) => reject(new Error(`a child ended with exit code ${code} before "${kind}"`)));
  return promise;
}

export async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
}

export interface Run {
  readonly synced: Synced;
  /** CPU microseconds of the client for one change. */
  readonly changeUs: number;
}

export interface RunOptions {
  readonly who: Who;
  readonly kubeconfig: string;
  readonly changes: number;
  /** Makes so many changes. */
  readonly change: () => Promise<void>;
}

/** One subject from its start to in sync, and then through some changes. */
export async function run({ who, kubeconfig, changes, change }: RunOptions, say: Say): Promise<Run> {
  const [file, ...also] = subjects[who];
  const child = start(file, [kubeconfig, ...also]);
  const synced = await message<Synced>(child, 'synced');
  child.send({ changes });
  await message(child, 'ready');
  const changed = message<Changed>(child, 'changed');
  await change();
  const changeUs = ((await changed).cpuMs * 1000) / changes;
  await end(child);
  const { objects, cpuMs, retainedMb, peakMb, stallMs } = synced;
  say(
    `${who}: ${objects} pods, ${cpuMs.toFixed(0)} ms of CPU, ${retainedMb.toFixed(0)} MB held, ${peakMb.toFixed(0)} MB ` +
      `at the peak, ${stallMs.toFixed(0)} ms the longest stall; ${changeUs.toFixed(0)} µs a change`,
  );
  return { synced, changeUs };
}

export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;

/** A number beside client-node's. */
export const beside = (unit: string, value: number, theirs: number): Measure => ({
  value,
  unit,
  peer: { name: 'client-node', value: theirs },
});
