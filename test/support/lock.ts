import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code === 'EPERM';
  }
};

/** Takes the lock file, or says who holds it. A lock whose holder died is taken over. */
function take(path: string): number | undefined {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return undefined;
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
  }
  const holder = Number(readFileSync(path, 'utf8'));
  if (holder > 0 && alive(holder)) return holder;
  rmSync(path, { force: true });
  return take(path);
}

/** Runs `work` while no other process of this machine runs work under the same lock file. */
export async function withLock(path: string, work: () => Promise<void>): Promise<void> {
  for (let holder = take(path); holder !== undefined; holder = take(path)) await sleep(500);
  try {
    await work();
  } finally {
    rmSync(path, { force: true });
  }
}
