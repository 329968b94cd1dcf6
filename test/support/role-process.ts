import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const cli = join(import.meta.dirname, '../../src/app/cli.ts');
const STOP_WITHIN_MS = 15_000;

/** `plimsoll serve --role rescheduler`, as a process of its own, begun anew as often as it is killed. */
export class RoleProcess {
  readonly #flags: Readonly<Record<string, string>>;
  readonly #name: string;
  #kinds: readonly string[] = [];
  #process: ChildProcess;
  /** What it wrote to standard error, which is for what nobody foresaw. */
  #complaints: string = '';

  constructor(name: string, flags: Readonly<Record<string, string>>) {
    this.#name = name;
    this.#flags = flags;
    this.#process = this.#start();
  }

  get complaints(): string {
    return this.#complaints;
  }

  /** The kinds of all that it told since it was last begun. */
  get kinds(): readonly string[] {
    return this.#kinds;
  }

  /** Stopped in the middle of whatever it does, as a machine that hangs; or going on, unaware of that. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void {
    this.#process.kill(name);
  }

  /** As a node that loses power. */
  async kill(): Promise<void> {
    const ended = once(this.#process, 'close');
    this.#process.kill('SIGKILL');
    await ended;
  }

  /** Once it was killed. */
  start(): void {
    this.#process = this.#start();
  }

  /** As a kubelet does: asked first. */
  async stop(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = once(this.#process, 'exit');
    this.#process.kill('SIGTERM');
    const impatience = setTimeout(() => this.#process.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(impatience);
  }

  #start(): ChildProcess {
    const flags = Object.entries(this.#flags).flatMap(([flag, text]) => [`--${flag}`, text]);
    const started = spawn(process.execPath, [cli, 'serve', '--role', 'rescheduler', ...flags], {
      env: { PATH: process.env['PATH'], POD_NAME: this.#name },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const kinds: string[] = [];
    this.#kinds = kinds;
    // whoever is killed does not end its line
    createInterface(started.stdout).on('line', (line) => kinds.push(/"kind":"([\w-]+)"/.exec(line)?.[1] ?? ''));
    started.stderr.on('data', (chunk: Buffer) => (this.#complaints += chunk.toString()));
    return started;
  }
}
