import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memory = '/dev/shm';
const name = (pid: number): string => `plimsoll-control-plane-${pid}-`;

/** Where data lives while a control plane runs: in memory where the machine has such a place. */
const parent = (): string => (existsSync(memory) ? memory : tmpdir());

const gone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'ESRCH';
  }
};

/** Removes what test runners that were killed have left behind. */
function sweep(): void {
  for (const entry of readdirSync(parent())) {
    const pid = /^plimsoll-control-plane-(\d+)-/.exec(entry)?.[1];
    if (pid !== undefined && gone(Number(pid))) rmSync(join(parent(), entry), { recursive: true, force: true });
  }
}

/** A new folder of this run's own, with the subfolders that the programs want. */
export function newRunFolder(): string {
  sweep();
  const folder = mkdtempSync(join(parent(), name(process.pid)));
  for (const sub of ['keys', 'etcd', 'logs', 'run']) mkdirSync(join(folder, sub));
  return folder;
}
