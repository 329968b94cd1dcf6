import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A client under measurement, in a process of its own. */
export interface Subject {
  /** Lists and watches; resolves when in sync. */
  readonly start: () => Promise<void>;
  /** How many changes were told since the start. */
  readonly changes: () => number;
  /** How many objects are held. */
  readonly objects: () => number;
}

/** What the parent hears when the subject is in sync. */
export interface Synced {
  readonly kind: 'synced';
  readonly objects: number;
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly retainedMb: number;
  readonly peakMb: number;
  readonly stallMs: number;
}

/** What the parent hears once `changes` changes were told. */
export interface Changed {
  readonly kind: 'changed';
  readonly cpuMs: number;
  readonly changes: number;
}

/** From the parent: `changes` changes are about to happen. */
export interface Expect {
  readonly changes: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const megabytes = (bytes: number): number => bytes / 1024 / 1024;

async function held(): Promise<number> {
  for (let round = 0; round < 3; round++) {
    collectGarbage();
    await sleep(50);
  }
  const { heapUsed, external } = process.memoryUsage();
  return megabytes(heapUsed + external);
}

const cpuMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

/** Measures the subject from its start to in sync, then whenever the parent announces changes. */
export async function measured(subject: Subject): Promise<void> {
  const before = await held();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const beganAt = performance.now();
  await subject.start();
  const used = cpuMs(process.cpuUsage(cpu));
  const wallMs = performance.now() - beganAt;
  delay.disable();
  const peakMb = process.resourceUsage().maxRSS / 1024;
  const synced: Synced = {
    kind: 'synced',
    objects: subject.objects(),
    cpuMs: used,
    wallMs,
    retainedMb: (await held()) - before,
    peakMb,
    stallMs: delay.max / 1e6,
  };
  process.send!(synced);
  process.on('disconnect', () => process.exit()); // the parent is gone, or has heard enough
  process.on('message', ({ changes }: Expect) => void tellChanges(subject, changes));
}

async function tellChanges(subject: Subject, changes: number): Promise<void> {
  const already = subject.changes();
  const cpu = process.cpuUsage();
  process.send!({ kind: 'ready' });
  while (subject.changes() - already < changes) await sleep(20);
  const changed: Changed = { kind: 'changed', cpuMs: cpuMs(process.cpuUsage(cpu)), changes };
  process.send!(changed);
}
