import { expect, test } from 'vitest';
import { nextStep, type PodLife, type Stage, type Standing } from './pod-life.ts';

const standing = (stage: Stage, more: Partial<Standing> = {}): Standing => ({
  stage,
  since: 1000,
  restarts: 0,
  ...more,
});
const runs: PodLife = { kind: 'runs', startsAfterMs: 100, readyAfterMs: 50 };
const neverReady: PodLife = { kind: 'runs', startsAfterMs: 0, readyAfterMs: Infinity };
const job: PodLife = { kind: 'ends', startsAfterMs: 0, runsForMs: 500, exitCode: 0 };
const failing: PodLife = { ...job, exitCode: 1 };
const crashing: PodLife = { kind: 'crash-loops', runsForMs: 10, waitsForMs: 20 };

const become = (stage: Stage, since: number, restarts = 0) => ({
  kind: 'become',
  standing: { stage, since, restarts },
});

const cases = [
  {
    name: 'waits until its start is due',
    life: runs,
    from: standing('bound'),
    now: 1050,
    want: { kind: 'wait', untilMs: 1100 },
  },
  { name: 'starts when it is due', life: runs, from: standing('bound'), now: 1100, want: become('running', 1100) },
  {
    name: 'starts late after a silence',
    life: runs,
    from: standing('bound'),
    now: 9000,
    want: become('running', 9000),
  },
  { name: 'becomes ready', life: runs, from: standing('running'), now: 1050, want: become('ready', 1050) },
  { name: 'stays ready', life: runs, from: standing('ready'), now: 9000, want: { kind: 'rest' } },
  {
    name: 'fails its readiness for ever',
    life: neverReady,
    from: standing('running'),
    now: 9000,
    want: { kind: 'rest' },
  },
  {
    name: 'never starts',
    life: { kind: 'never-starts' } as const,
    from: standing('bound'),
    now: 9000,
    want: { kind: 'rest' },
  },
  { name: 'a job succeeds', life: job, from: standing('ready'), now: 1500, want: become('succeeded', 1500) },
  { name: 'a failing job fails', life: failing, from: standing('ready'), now: 1500, want: become('failed', 1500) },
  { name: 'an ended job rests', life: job, from: standing('succeeded'), now: 9000, want: { kind: 'rest' } },
  {
    name: 'a crash is counted',
    life: crashing,
    from: standing('running'),
    now: 1010,
    want: become('crashed', 1010, 1),
  },
  {
    name: 'a crash waits',
    life: crashing,
    from: standing('crashed', { restarts: 1 }),
    now: 1005,
    want: { kind: 'wait', untilMs: 1020 },
  },
  {
    name: 'a crashed pod runs again',
    life: crashing,
    from: standing('crashed', { restarts: 1 }),
    now: 1020,
    want: become('running', 1020, 1),
  },
];

for (const { name, life, from, now, want } of cases) {
  test(name, () => {
    expect(nextStep({ life, terminatesAfterMs: 0 }, from, now)).toEqual(want);
  });
}

test('a terminating pod waits for its grace, whatever its life was', () => {
  const from = standing('bound', { terminatingSince: 2000 });
  expect(nextStep({ life: crashing, terminatesAfterMs: 300 }, from, 2100)).toEqual({ kind: 'wait', untilMs: 2300 });
  expect(nextStep({ life: crashing, terminatesAfterMs: 300 }, from, 2300)).toEqual({ kind: 'delete' });
});

test('a pod that never lets go stays Terminating', () => {
  const from = standing('ready', { terminatingSince: 2000 });
  expect(nextStep({ life: runs, terminatesAfterMs: Infinity }, from, 1e9)).toEqual({ kind: 'rest' });
});
