import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A program that cannot outlive whoever started it. A small shell stands between: its stdin is a pipe held open here,
 * and however this process ends, SIGKILL included, the pipe closes and the shell ends the program.
 */
export interface GuardedProcess {
  readonly name: string;
  readonly pid: number;
  /** Resolves with the exit code when the program has ended, for whatever reason. */
  readonly ended: Promise<number>;
  /** The last lines it wrote. */
  logTail(): string;
  signal(name: NodeJS.Signals): void;
  /** SIGTERM, and SIGKILL after two seconds. */
  stop(): Promise<void>;
}

// read returns when the pipe closes; the program must not inherit the pipe, or it would keep itself alive
const guardian = `
exec 3<&0
log=$1; shift
exec 2>>"$log"
"$@" >>"$log" 2>&1 </dev/null 3<&- &
pid=$!
echo $pid
( read -r never <&3; kill -TERM $pid; tries=0
  while kill -0 $pid && [ $tries -lt 20 ]; do sleep 0.1; tries=$((tries + 1)); done
  kill -KILL $pid ) >/dev/null &
watcher=$!
wait $pid
code=$?
kill -KILL $watcher
exit $code
`;

export interface ProcessOptions {
  readonly program: string;
  readonly args: readonly string[];
  readonly log: string;
}

/** Starts a program under its guardian; resolves once it has a pid. */
export async function startGuarded(name: string, options: ProcessOptions): Promise<GuardedProcess> {
  // a session of its own: Ctrl-C on the terminal reaches us, and we stop things in their order
  const shell = spawn('sh', ['-c', guardian, 'sh', options.log, options.program, ...options.args], {
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise<number>((resolve, reject) => {
    shell.on('error', reject);
    shell.on('exit', (code) => resolve(code ?? 1));
  });
  const pid = await new Promise<number>((resolve, reject) => {
    ended.catch(reject);
    shell.stdout.once('data', (line: Buffer) => resolve(Number(line.toString().trim())));
  });
  return {
    name,
    pid,
    ended,
    logTail: () => readFileSync(options.log, 'utf8').split('\n').slice(-15).join('\n'),
    signal: (signal) => process.kill(pid, signal),
    async stop() {
      shell.stdin.end();
      await ended;
    },
  };
}

/** Polls until `ready` says true; fails with the program's last words when it ends first, or when `withinMs` is over. */
export async function untilReady(
  process: GuardedProcess,
  ready: () => Promise<boolean>,
  withinMs: number,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  let over: number | undefined;
  void process.ended.then((code) => (over = code));
  while (!(await ready().catch(() => false))) {
    if (over !== undefined) throw new Error(`${process.name} ended with exit code ${over}:\n${process.logTail()}`);
    if (Date.now() > deadline)
      throw new Error(`${process.name} is not ready after ${withinMs} ms:\n${process.logTail()}`);
    await sleep(40);
  }
}
