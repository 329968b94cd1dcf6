import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { SuiteResult } from '../../../bench/measure.ts';
import type { Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';

const { values: options } = parseArgs({ options: { only: { type: 'string' } } });
const replay = join(import.meta.dirname, 'replay-facts.ts');
const result = join(import.meta.dirname, '../../../bench/results/mutations.json');

interface Outcome extends Mutation {
  /** The facts that show it; a crash shows it too. Null: nothing did. */
  readonly caughtBy: string | null;
}

/** Replays all facts on an engine with one fault. */
function tryOut(mutation: Mutation): Promise<Outcome> {
  return new Promise((resolve) => {
    const number = String(mutations.indexOf(mutation));
    execFile(process.execPath, [replay, number], { timeout: 120_000 }, (fault, stdout) => {
      resolve({ ...mutation, caughtBy: fault === null ? null : stdout.trim() || 'a crash' });
    });
  });
}

/** Two at a time. */
async function tryAll(asked: readonly Mutation[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const queue = [...asked];
  const work = async (): Promise<void> => {
    for (let mutation = queue.shift(); mutation !== undefined; mutation = queue.shift()) {
      const outcome = await tryOut(mutation);
      outcomes.push(outcome);
      console.log(`${outcome.caughtBy === null ? 'SURVIVED' : 'caught'}  ${outcome.file}: ${outcome.breaks}`);
    }
  };
  await Promise.all([work(), work()]);
  return outcomes.toSorted((a, b) => asked.indexOf(numbered(a)) - asked.indexOf(numbered(b)));
}

const numbered = ({ file, find }: Mutation): Mutation =>
  mutations.find((mutation) => mutation.file === file && mutation.find === find)!;

const asked = mutations.filter(({ file }) => options.only === undefined || file.includes(options.only));
const outcomes = await tryAll(asked);
const caught = outcomes.filter(({ caughtBy }) => caughtBy !== null).length;
console.log(`${caught} of ${outcomes.length} caught`);
if (options.only === undefined) {
  const written: SuiteResult & { readonly mutations: readonly Outcome[] } = {
    suite: 'mutations',
    command: 'npm run test:mutations',
    date: new Date().toISOString(),
    machine: { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version },
    measures: {
      planted: { value: outcomes.length, unit: 'faults', goal: '>= 40' },
      caught: { value: (100 * caught) / outcomes.length, unit: 'percent', goal: '>= 95' },
    },
    mutations: outcomes,
  };
  writeFileSync(result, `${JSON.stringify(written, null, 2)}\n`);
}
process.exitCode = caught === outcomes.length ? 0 : 1;
