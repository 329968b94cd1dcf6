import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Environment } from './find-command.ts';

export interface PluginRun {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Environment;
  /** Lends our stdin and stderr to the plugin, so that it can talk to the person at the terminal. */
  readonly terminal: boolean;
  readonly timeoutMs: number;
}

/** How a run ended. `said` is the end of what went to stderr, empty when a terminal took it. */
export type PluginEnd =
  | { readonly kind: 'answered'; readonly printed: string; readonly said: string }
  | { readonly kind: 'failed'; readonly how: string; readonly said: string }
  | { readonly kind: 'not-started'; readonly cause: Error };

const printedLimit = 1024 * 1024; // characters; an answer is a few thousand
const lingerMs = 1000;
const saidLimit = 8 * 1024; // characters; the end is what matters

/** Runs a plugin once. It gets no more time than said, and takes what it started with it. */
export async function runPlugin(run: PluginRun): Promise<PluginEnd> {
  let child: ChildProcess;
  try {
    child = start(run);
  } catch (cause) {
    // more environment than the system takes is thrown, where a missing file would be an event
    if (cause instanceof Error) return { kind: 'not-started', cause };
    throw cause;
  }
  return ended(child, run);
}

function start(run: PluginRun): ChildProcess {
  return spawn(run.file, run.args, {
    env: { ...run.env },
    stdio: run.terminal ? ['inherit', 'pipe', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    // a group of its own can be killed as a whole; one that shares our terminal must stay in ours
    detached: !run.terminal,
    windowsHide: true,
  });
}

function ended(child: ChildProcess, run: PluginRun): Promise<PluginEnd> {
  let printed = '';
  let said = '';
  const { promise, resolve } = Promise.withResolvers<PluginEnd>();
  const giveUp = (how: string): void => {
    kill(child, run.terminal);
    resolve({ kind: 'failed', how, said });
  };
  const timer = setTimeout(() => giveUp(`it took longer than ${run.timeoutMs / 1000} s`), run.timeoutMs);

  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (printed.length > printedLimit) giveUp('it printed more than any credentials need');
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-saidLimit);
  });
  child.once('error', (cause) => resolve({ kind: 'not-started', cause }));
  const finish = (code: number | null, signal: string | null): void => {
    if (code === 0) resolve({ kind: 'answered', printed, said });
    else resolve({ kind: 'failed', how: code === null ? `${signal} ended it` : `it exited with ${code}`, said });
  };
  let lingering: NodeJS.Timeout | undefined;
  child.once('close', finish);
  // a browser that the plugin opened may hold its output for hours: the plugin itself is done
  child.once('exit', (code, signal) => {
    lingering = setTimeout(() => {
      finish(code, signal);
      letGo(child);
    }, lingerMs);
  });
  return promise.finally(() => {
    clearTimeout(timer);
    clearTimeout(lingering);
  });
}

function kill(child: ChildProcess, terminal: boolean): void {
  try {
    if (terminal || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    child.kill('SIGKILL'); // no group (Windows), or gone already
  }
  letGo(child);
}

/** Whoever still holds the other ends of the pipes must not keep us. */
function letGo(child: ChildProcess): void {
  child.stdout?.destroy();
  child.stderr?.destroy();
}
