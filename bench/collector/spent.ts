/** What one piece of work took of this process. */
export interface Spent {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export async function spentOn(work: () => Promise<void>): Promise<Spent> {
  const cpu = process.cpuUsage();
  const beganAt = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1000, wallMs: performance.now() - beganAt };
}

/** What a subject tells when it is done. */
export interface Told {
  readonly kind: 'told';
  /** One a round, the first in a process that has done nothing yet. */
  readonly rounds: readonly Spent[];
  /** The most memory the process has ever had, all of Node included. */
  readonly peakMb: number;
  /** The most it had once the first round was over, by the end of each later one and in between. */
  readonly steadyMb: number;
  /** A number that shows that the work was done. */
  readonly found: number;
}

/** Runs the rounds of a subject and tells the parent. `work` gives what was found. */
export async function tellRounds(
  count: number,
  prepare: (round: number) => Promise<void>,
  work: (round: number) => Promise<number>,
): Promise<void> {
  const rounds: Spent[] = [];
  let steadyMb = 0;
  let found = 0;
  const look = (): void => {
    if (rounds.length > 0) steadyMb = Math.max(steadyMb, process.memoryUsage.rss() / 2 ** 20);
  };
  const looking = setInterval(look, 50);
  for (let round = 0; round < count; round++) {
    await prepare(round);
    const spent = await spentOn(async () => {
      found = await work(round);
    });
    look();
    rounds.push(spent);
  }
  clearInterval(looking);
  const told: Told = { kind: 'told', rounds, peakMb: process.resourceUsage().maxRSS / 1024, steadyMb, found };
  process.send!(told);
}
