import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { exampleFile } from '#app/config/example-file.ts';
import { helpPages } from '#app/help-pages.ts';
import { runProgram } from '#app/program.ts';
import { captured, type CapturedOptions } from '#test/support/captured.ts';

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

async function run(typed: string, options: CapturedOptions = {}): Promise<Ran> {
  const invocation = captured(typed.split(' ').filter(Boolean), options);
  const code = await runProgram(invocation);
  return { code, out: invocation.out(), err: invocation.err() };
}

const helped = [
  { name: 'without a command the program introduces itself', typed: '' },
  { name: 'so it does when asked', typed: '--help' },
  { name: 'and by the word that kubectl has for it', typed: 'help' },
];
for (const c of helped) {
  test(c.name, async () => {
    expect(await run(c.typed)).toEqual({ code: 0, out: helpPages()[0]!.text, err: '' });
  });
}

test('the introduction groups commands by purpose and says where to read on', async () => {
  const { out } = await run('--help');
  expect(out).toMatch(
    /^plimsoll keeps .*\n\nCluster Commands:\n {2}top {10}Show .*\n {2}explain {6}Explain .*\n {2}plan {9}Show .*\n {2}doctor {7}Look .*\n {2}record {7}Record .*\n {2}serve {8}Run .*\n\nInstallation Commands:\n {2}manifests {4}Print .*\n\nSimulation Commands:\n {2}demo {9}Show .*\n {2}simulate {5}Run .*\n {2}backtest {5}Compare .*\n\nSettings Commands:\n {2}config {7}Print .*\n {2}completion {3}Print .*\n\nOther Commands:\n {2}version {6}/,
  );
  expect(out).toMatch(/\nUse "plimsoll <command> --help" for more information about a given command\.\n$/);
});

test('as a plugin of kubectl it calls itself so', async () => {
  const { out } = await run('config --help', { script: '/home/me/.krew/bin/kubectl-plimsoll' });
  expect(out).toContain('  kubectl plimsoll config --example > plimsoll.yaml\n');
  expect(out).toContain('\nUsage:\n  kubectl plimsoll config [flags]\n');
});

for (const { title, text } of helpPages().slice(1)) {
  test(`the help of ${title} shows examples before flags and ends with the exit codes`, () => {
    expect(text).toMatch(
      /^\S[^]*\n\nExamples:\n[^]*\n\nFlags:\n[^]*\n\nUsage:\n[^]*\n\nExit codes:\n {2}0 [^]*\(143: terminated\)\n$/,
    );
  });
}

const refused = [
  {
    name: 'an unknown command is refused with its neighbour',
    typed: 'confg',
    want: "error[cli/unknown-command]: unknown command 'confg': did you mean config?\n",
  },
  {
    name: 'an unknown flag is refused with its neighbour',
    typed: 'config --cpu-treshold 0.8',
    want: "error[cli/unknown-flag]: unknown flag '--cpu-treshold': did you mean --cpu-threshold?\n",
  },
  {
    name: 'a flag without its value is refused',
    typed: 'config --cpu-threshold',
    want: "error[cli/usage]: flag '--cpu-threshold <RATIO>' argument missing\n",
  },
  {
    name: 'an output nobody can print is refused',
    typed: 'version -o xml',
    want: "error[cli/usage]: flag '-o, --output <json|yaml>' argument 'xml' is invalid. Allowed choices are json, yaml\n",
  },
  {
    name: 'an argument too many is refused',
    typed: 'config now',
    want: "error[cli/usage]: too many arguments for 'config'. Expected 0 arguments but got 1: now\n",
  },
  {
    name: 'an example needs no file',
    typed: 'config --example --config x',
    want: "error[cli/usage]: flag '--example' cannot be used with flag '--config <FILE>'\n",
  },
  {
    name: 'a bad value on the command line is refused',
    typed: 'config --cpu-threshold 80',
    want: 'error[config/bad-value]: flag --cpu-threshold: load.thresholds.cpu: 80 is not a ratio 0..1: did you mean 0.8?\n',
  },
];
for (const c of refused) {
  test(c.name, async () => {
    const { code, out, err } = await run(c.typed);
    expect([code, out]).toEqual([2, '']);
    expect(err.slice(0, err.indexOf('  remedy: '))).toBe(c.want);
  });
}

test('a file that is not there is a failure outside', async () => {
  const { code, err } = await run('config --config /nowhere/plimsoll.yaml');
  expect(code).toBe(3);
  expect(err).toMatch(
    /^error\[config\/unreadable\]: reading \/nowhere\/plimsoll.yaml: there is no such file\n {2}remedy: check/,
  );
});

test('everything wrong with a file is printed, each remedy once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-program-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'bad.yaml');
  await writeFile(file, 'load:\n  coolMargin: 10\nrescheduling:\n  coverage: 90\n');
  const { code, err } = await run(`config --config ${file}`);
  expect(code).toBe(2);
  expect(err.split('\n').map((line) => line.slice(0, 24))).toEqual([
    'error[config/bad-value]:',
    'error[config/bad-value]:',
    '  remedy: give a value o',
    '',
  ]);
});

test('config prints every option with its value and origin', async () => {
  const { code, out } = await run('config --max-retry 4', {
    env: { CPU_THRESHOLD: '0.7', PROMETHEUS_URL: 'http://u:p@h' },
  });
  expect(code).toBe(0);
  const rows = out.split('\n').map((line) => line.split(/ {3,}/));
  expect(rows[0]).toEqual(['PATH', 'VALUE', 'ORIGIN']);
  for (const row of [
    ['sources.prometheus.url', 'http://u:***@h', 'environment PROMETHEUS_URL'],
    ['sources.order', '[prometheus, metrics-api]', 'default'],
    ['sources.interval', '30s', 'default'],
    ['load.thresholds.cpu', '0.7', 'environment CPU_THRESHOLD'],
  ]) {
    expect(rows).toContainEqual(row);
  }
  expect(out).toMatch(/rescheduling\.maxRetry +4 +flag --max-retry\n/);
});

test('wide adds what each option is', async () => {
  expect((await run('config -o wide')).out).toMatch(/^PATH .* ORIGIN +DESCRIPTION\n/);
});

test('json and yaml nest value and origin alike', async () => {
  const [json, yaml] = await Promise.all([run('config -o json'), run('config -o yaml')]);
  const nested: { log: unknown; sources: { order: unknown; prometheus: { url: unknown } } } = JSON.parse(json.out);
  expect(nested.log).toEqual({ level: { value: 'info', origin: 'default' } });
  expect(nested.sources.prometheus.url).toEqual({ value: null, origin: 'default' });
  expect(nested.sources.order).toEqual({ value: ['prometheus', 'metrics-api'], origin: 'default' });
  expect(parse(yaml.out)).toEqual(nested);
});

test('the example is printed as it is', async () => {
  expect((await run('config --example')).out).toBe(exampleFile());
});

test('the version is told to people and to machines', async () => {
  expect((await run('--version')).out).toMatch(/^plimsoll \d+\.\d+\.\d+\n$/);
  expect((await run('version')).out).toMatch(/^plimsoll {3}\d+\.\d+\.\d+\nnode {7}\d+\..*\nplatform {3}/);
  const [json, yaml] = await Promise.all([run('version -o json'), run('version -o yaml')]);
  expect(JSON.parse(json.out)).toMatchObject({ plimsoll: expect.stringMatching(/^\d/), node: process.versions.node });
  expect(parse(yaml.out)).toEqual(JSON.parse(json.out));
});
