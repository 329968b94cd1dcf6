import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { benchAsk } from './bench-ask.ts';
import {
  findingsOf,
  type Measure,
  type Measures,
  meets,
  type Suite,
  type SuiteOptions,
  type SuiteResult,
} from './measure.ts';

const suitesFolder = join(import.meta.dirname, 'suites');
const resultsFolder = join(import.meta.dirname, 'results');

const names = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith(ending))
    .map((file) => file.slice(0, -ending.length));

const usage = (): string => `Measures a suite beside its peer in one run, and writes bench/results/SUITE.json.

Usage:
  npm run bench -- SUITE [SUITE…]   run these suites
  npm run bench -- SUITE --option   a suite may have options of its own
  npm run bench -- --check          hold what is committed against its goals
  npm run bench -- --help           print this

Suites:
${names(suitesFolder, '.ts')
  .map((name) => `  ${name}`)
  .join('\n')}
`;

const print = (line: string): boolean => process.stdout.write(`${line}\n`);

const number = (value: number): string =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Number(value.toPrecision(3)).toString();

function row(name: string, measure: Measure): string {
  const { value, unit, goal, peer } = measure;
  const verdict = goal === undefined ? '' : meets(measure) ? `meets ${goal}` : `MISSES ${goal}`;
  const beside = peer === undefined ? '' : `${peer.name}: ${number(peer.value)} ${unit}`;
  return `  ${name.padEnd(32)} ${`${number(value)} ${unit}`.padEnd(18)} ${verdict.padEnd(18)} ${beside}`.trimEnd();
}

function table(measures: Measures): void {
  for (const [name, measure] of Object.entries(measures)) print(row(name, measure));
}

async function suiteNamed(name: string): Promise<Suite> {
  const { suite } = (await import(join(suitesFolder, `${name}.ts`))) as { suite: Suite };
  return suite;
}

async function runSuite(name: string, options: SuiteOptions): Promise<void> {
  const suite = await suiteNamed(name);
  print(`${name}: ${suite.about}`);
  const found = await suite.run((line) => process.stderr.write(`  ${line}\n`), options);
  const { measures, beside, printed, partial } = findingsOf(found);
  if (printed !== undefined) print(printed);
  table(measures);
  if (partial === true) return;
  const result: SuiteResult = {
    suite: name,
    command: `npm run bench -- ${name}`,
    date: new Date().toISOString(),
    machine: { cpus: cpus().length, model: cpus()[0]?.model ?? 'unknown', node: process.version },
    measures,
    ...beside,
  };
  mkdirSync(resultsFolder, { recursive: true });
  writeFileSync(join(resultsFolder, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
}

/** Lists what falls short; true when nothing does. */
function check(): boolean {
  let short = 0;
  for (const name of names(resultsFolder, '.json')) {
    const result = JSON.parse(readFileSync(join(resultsFolder, `${name}.json`), 'utf8')) as SuiteResult;
    print(`${name}, measured ${result.date.slice(0, 10)} by \`${result.command}\``);
    table(result.measures);
    short += Object.values(result.measures).filter((measure) => !meets(measure)).length;
  }
  print(short === 0 ? 'every goal is met' : `${short} measure${short === 1 ? '' : 's'} short of the goal`);
  return short === 0;
}

async function optionsOf(suites: readonly string[]): Promise<ParseArgsOptionsConfig> {
  const loaded = await Promise.all(suites.map((name) => suiteNamed(name)));
  return Object.assign({}, ...loaded.map((suite) => suite.options ?? {})) as ParseArgsOptionsConfig;
}

const ask = await benchAsk(process.argv.slice(2), { names: names(suitesFolder, '.ts'), optionsOf });
switch (ask.kind) {
  case 'help':
    process.stdout.write(usage());
    break;
  case 'check':
    process.exitCode = check() ? 0 : 1;
    break;
  case 'run':
    for (const name of ask.suites) await runSuite(name, ask.options);
    break;
  case 'wrong':
    process.stderr.write(`${ask.complaint}\n\n${usage()}`);
    process.exitCode = 2;
}
