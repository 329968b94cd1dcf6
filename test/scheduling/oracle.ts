import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { oracleBinary } from '../control-plane/oracle-binary.ts';
import type { Judgement } from './judgement.ts';
import type { World } from './world.ts';

/** What kube-scheduler's code says of a world, or how it broke over it. */
export type OracleAnswer =
  | { readonly kind: 'judged'; readonly judgements: readonly Judgement[] }
  | { readonly kind: 'broken'; readonly why: string };

/** kube-scheduler's own code behind a pipe. It answers in order; a crash costs the world that caused it and no other. */
export interface Oracle {
  ask(world: World): Promise<OracleAnswer>;
  close(): Promise<void>;
}

interface Waiting {
  readonly world: World;
  readonly answer: (answer: OracleAnswer) => void;
}

interface Reply {
  readonly judgements?: readonly Judgement[];
  readonly broken?: string;
}

/** Starts the oracle, built on first use; undefined where there is no Go to build it. */
export async function startOracle(): Promise<Oracle | undefined> {
  const program = await oracleBinary();
  return program === undefined ? undefined : new PipedOracle(program);
}

class PipedOracle implements Oracle {
  readonly #program: string;
  readonly #waiting: Waiting[] = [];
  #child: ChildProcessWithoutNullStreams;
  #closing = false;

  constructor(program: string) {
    this.#program = program;
    this.#child = this.#start();
  }

  ask(world: World): Promise<OracleAnswer> {
    const { promise, resolve } = Promise.withResolvers<OracleAnswer>();
    const waiting = { world, answer: resolve };
    this.#waiting.push(waiting);
    this.#write(waiting);
    return promise;
  }

  async close(): Promise<void> {
    this.#closing = true;
    const ended = this.#child.exitCode === null ? once(this.#child, 'exit') : undefined;
    this.#child.stdin.end();
    await ended;
  }

  #write({ world }: Waiting): void {
    this.#child.stdin.write(`${JSON.stringify(world)}\n`);
  }

  #start(): ChildProcessWithoutNullStreams {
    const child = spawn(this.#program, [], { stdio: 'pipe' });
    let lastWords = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (lastWords = (lastWords + text).slice(-2000)));
    child.stdin.on('error', () => undefined); // a pipe breaks when its reader dies: 'close' tells what happened
    const lines = createInterface(child.stdout);
    lines.on('line', (line) => this.#take(JSON.parse(line)));
    child.on('close', (code) => this.#ended(`ended with exit code ${code}: ${lastWords}`));
    return child;
  }

  #take(reply: Reply): void {
    const { broken: why } = reply;
    const answer: OracleAnswer =
      why === undefined ? { kind: 'judged', judgements: reply.judgements ?? [] } : { kind: 'broken', why };
    this.#waiting.shift()?.answer(answer);
  }

  /** It died over the first world that waits; the others are asked again. */
  #ended(why: string): void {
    if (this.#closing && this.#waiting.length === 0) return;
    this.#waiting.shift()?.answer({ kind: 'broken', why });
    this.#child = this.#start();
    for (const waiting of this.#waiting) this.#write(waiting);
    if (this.#closing) this.#child.stdin.end();
  }
}
