import { styleText } from 'node:util';
import type { Environment } from '#app/config/text-layer.ts';
import type { ExitCode } from '#app/exit-codes.ts';
import type { Paint, Tone } from '#views/table.ts';

/** Where text goes: a stream of the process, or a test's memory. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
  /** Of a terminal; they change with its window. */
  readonly columns?: number;
  readonly rows?: number;
}

/** Where keys come from. */
export interface Input {
  readonly isTTY?: boolean | undefined;
  /** Keys one by one, as they are pressed, instead of lines. */
  setRawMode?(isRaw: boolean): unknown;
  on(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
  off(event: 'data', listener: (bytes: Uint8Array) => void): unknown;
  resume(): unknown;
  pause(): unknown;
}

/** Everything a run of the program is given from outside. */
export interface Invocation {
  /** As in `process.argv`: the runtime, the script, then what was typed. */
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly stdout: Output;
  readonly stderr: Output;
  /** Absent where nobody can press a key. */
  readonly stdin?: Input;
  /** Aborted by the first SIGINT or SIGTERM, with an `Interruption` as its reason. */
  readonly signal?: AbortSignal;
}

/** What a command may use. */
export interface Terminal extends Invocation {
  /** `plimsoll`, or `kubectl plimsoll` where it was started as kubectl's plugin. */
  readonly programName: string;
  /** Ends the run with this code although nothing was thrown: the way to say that the answer is no. */
  readonly conclude: (code: ExitCode) => void;
}

/** Why a run was cut short. */
export class Interruption extends Error {
  override readonly name: string = 'Interruption';
  readonly signalName: 'SIGINT' | 'SIGTERM';

  constructor(signalName: 'SIGINT' | 'SIGTERM') {
    super(`interrupted by ${signalName}`);
    this.signalName = signalName;
  }
}

/** Colours belong on terminals only, and only where nobody has asked for none (https://no-color.org). */
export function wantsColour(output: Output, env: Environment): boolean {
  return output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}

const colours: Readonly<Record<Tone, 'red' | 'yellow' | 'green'>> = { bad: 'red', doubtful: 'yellow', good: 'green' };

/** How tones look on this output. */
export function paintFor(output: Output, env: Environment): Paint {
  if (!wantsColour(output, env)) return (_, text) => text;
  return (tone, text) => styleText(colours[tone], text, { validateStream: false });
}
