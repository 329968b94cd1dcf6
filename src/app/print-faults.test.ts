import { expect, test } from 'vitest';
import { configFault } from '#app/config/faults.ts';
import { cliFault } from '#app/faults.ts';
import { printFaults } from '#app/print-faults.ts';
import { Interruption } from '#app/terminal.ts';
import { Fault } from '#base/fault.ts';
import { captured, type CapturedOptions } from '#test/support/captured.ts';

function print(thrown: unknown, options: CapturedOptions = {}): readonly [code: number, err: string] {
  const invocation = captured([], options);
  const code = printFaults(thrown, invocation);
  return [code, invocation.err()];
}

const typo = cliFault('cli/usage', 'too many arguments', { remedy: 'give fewer' });
const outside = new Fault('kube/forbidden', { means: 'No.', remedy: 'ask' }, 'listing pods: forbidden');
const plain = 'error[cli/usage]: too many arguments\n  remedy: give fewer\n';

const cases = [
  { name: 'a fault is printed with its code and remedy', thrown: typo, want: [2, plain] },
  {
    name: 'a fault of a room the exit codes do not name failed outside',
    thrown: outside,
    want: [3, 'error[kube/forbidden]: listing pods: forbidden\n  remedy: ask\n'],
  },
  {
    name: 'of several faults the gravest says how the process ends',
    thrown: new AggregateError([typo, configFault('config/unreadable', 'reading x: no', { remedy: 'mount it' })]),
    want: [3, `${plain}error[config/unreadable]: reading x: no\n  remedy: mount it\n`],
  },
  { name: 'an interruption is told by its exit code alone', thrown: new Interruption('SIGINT'), want: [130, ''] },
  { name: 'so is a termination', thrown: new Interruption('SIGTERM'), want: [143, ''] },
];
for (const c of cases) {
  test(c.name, () => expect(print(c.thrown)).toEqual(c.want));
}

test('what nobody foresaw is printed with its stack and a request to report it', () => {
  const [code, err] = print(new TypeError('x is not a function'));
  expect(code).toBe(70);
  expect(err).toMatch(/^TypeError: x is not a function\n {4}at /);
  expect(err).toMatch(/\nerror\[cli\/unexpected\]: x is not a function\n {2}remedy: please report it, /);
});

test('faults mixed with something nobody foresaw are a fault of our own', () => {
  expect(print(new AggregateError([typo, new Error('boom')], 'two things'))[0]).toBe(70);
});

const colours = [
  { name: 'a terminal is shown colours', options: { isTTY: true }, coloured: true },
  { name: 'a file is not', options: { isTTY: false }, coloured: false },
  { name: 'nor is a terminal under NO_COLOR', options: { isTTY: true, env: { NO_COLOR: '1' } }, coloured: false },
  { name: 'an empty NO_COLOR asks for nothing', options: { isTTY: true, env: { NO_COLOR: '' } }, coloured: true },
  { name: 'nor is a terminal that has none', options: { isTTY: true, env: { TERM: 'dumb' } }, coloured: false },
];
for (const c of colours) {
  test(c.name, () => expect(print(typo, c.options)[1].includes('\u001b[31merror[cli/usage]:')).toBe(c.coloured));
}
