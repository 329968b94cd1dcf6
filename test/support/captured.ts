import type { Invocation } from '#app/terminal.ts';

/** An invocation whose output is kept in memory. */
export interface Captured extends Invocation {
  readonly out: () => string;
  readonly err: () => string;
}

export interface CapturedOptions {
  readonly env?: Record<string, string>;
  readonly isTTY?: boolean;
  readonly script?: string;
}

/** What somebody types after the program's name, with a terminal that remembers what was printed. */
export function captured(typed: readonly string[], options: CapturedOptions = {}): Captured {
  const { env = {}, isTTY = false, script = '/usr/bin/plimsoll' } = options;
  const out: string[] = [];
  const err: string[] = [];
  return {
    argv: ['/usr/bin/node', script, ...typed],
    env,
    stdout: { write: (text) => out.push(text), isTTY },
    stderr: { write: (text) => err.push(text), isTTY },
    out: () => out.join(''),
    err: () => err.join(''),
  };
}
