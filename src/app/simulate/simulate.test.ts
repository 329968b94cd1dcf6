import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '#app/program.ts';
import { captured } from '#test/support/captured.ts';
import { recordedRows, repositoryTraces } from '#app/recorded-load.ts';
import type { TraceName, TraceRows } from '#simulation/recorded-courses.ts';
import { worldIn } from './read-world.ts';
import { worldOfFile } from './world-of-file.ts';

const small = `
lasts: 1h
nodes: [{ name: n, count: 2, cpu: 4, memory: 8Gi }]
workloads:
  - { name: web, replicas: 3, requests: { cpu: 500m }, load: { cores: 900m } }
events:
  - { at: 20m, do: scale, workload: web, replicas: 4 }
`;

async function simulate(world: string, ...flags: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-world-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'world.yaml'), world);
  const journal = join(folder, 'run.ndjson');
  const invocation = captured(['simulate', join(folder, 'world.yaml'), '--journal', journal, ...flags]);
  const code = await runProgram(invocation);
  return {
    code,
    out: invocation.out(),
    err: invocation.err(),
    journal: await readFile(journal, 'utf8').catch(() => ''),
  };
}

test('a world is run under each policy, and everything that happened can be kept', async () => {
  const { code, out, journal } = await simulate(small);
  expect(code).toBe(0);
  expect(out).toMatch(/^POLICY .*\nnone .*\nplimsoll .*\n/);
  const ready = journal
    .split('\n')
    .filter((line) => line.includes('"kind":"pod-ready"') && line.includes('"policy":"none"'));
  expect(ready).toHaveLength(4);
});

test('the same file and seed give the same bytes', async () => {
  const [one, other] = [await simulate(small, '-o', 'json'), await simulate(small, '-o', 'json')];
  expect([other.out, other.journal]).toEqual([one.out, one.journal]);
  expect(JSON.parse(one.out)).toMatchObject({ runs: [{ policy: 'none' }, { policy: 'plimsoll' }] });
});

test('everything that is wrong is told at once, with line and column', () => {
  const wrong =
    'nodes:\n  - { name: n, cout: 12, cpu: 8, memory: 32Gi }\nlasts: 2 hours\nworkloads: []\nevnts: []\nscheduler: best\n';
  const messages = [
    'world.yaml:2:16: nodes.0.cout is not known: did you mean count?',
    'world.yaml:3:8: lasts: "2 hours" is not a duration such as 30s or 1h30m',
    'world.yaml:6:12: scheduler: Invalid option: expected one of "default"|"load-aware"',
    'world.yaml:5:1: evnts is not known: did you mean events?',
  ];
  const told = messages.map((message) => expect.objectContaining({ message }));
  expect(() => worldIn(wrong, 'world.yaml')).toThrow(expect.objectContaining({ errors: expect.arrayContaining(told) }));
});

const impossible = [
  { name: 'a node without cores', from: 'cpu: 4', to: 'cpu: 0', told: '3:35: nodes.0.cpu: must be more than nothing' },
  { name: 'use below none', from: '900m', to: '-1', told: '5:71: workloads.0.load.cores: is less than nothing' },
  { name: 'no time at all', from: '1h', to: '0s', told: '2:8: lasts: must be longer than nothing' },
  {
    name: 'scrapes without a pause',
    from: 'events:',
    to: 'metrics: { scrapeInterval: 0s }\nevents:',
    told: '6:28: metrics.scrapeInterval: must be longer than nothing',
  },
  {
    name: 'two nodes of one name',
    from: '[{ name: n, count: 2,',
    to: '[{ name: n, count: 1, cpu: 4, memory: 1Gi }, { name: n, count: 2,',
    told: '3:61: nodes.1.name: n1 is the name of another already',
  },
  {
    name: 'two workloads of one name',
    from: 'events:',
    to: '  - { name: web }\nevents:',
    told: '6:13: workloads.1.name: web is the name of another already',
  },
];
for (const { name, from, to, told } of impossible) {
  test(`${name} cannot be, and is told where it stands`, () => {
    const errors = [expect.objectContaining({ message: `world.yaml:${told}` })];
    expect(() => worldIn(small.replace(from, to), 'world.yaml')).toThrow(expect.objectContaining({ errors }));
  });
}

test('who places pods is said by the file, and a flag outvotes it', async () => {
  const journalOf = async (world: string, ...flags: readonly string[]): Promise<string> =>
    (await simulate(world, '--policy', 'none', ...flags)).journal;
  const weighing = `scheduler: load-aware\n${small}`;
  const [byDefault, byFile, byFlag, outvoted] = [
    await journalOf(small),
    await journalOf(weighing),
    await journalOf(small, '--scheduler', 'load-aware'),
    await journalOf(weighing, '--scheduler', 'default'),
  ];
  expect([byFlag === byFile, outvoted === byDefault, byFile === byDefault]).toEqual([true, true, false]);
  expect(byFile).toContain('"boot":"world-1-scheduler"');
  const { out } = await simulate(weighing, '--policy', 'none', '-o', 'json');
  expect(JSON.parse(out)).toMatchObject({ world: 'world.yaml, scheduler load-aware' });
});

test('jobs arrive as they were recorded, and a folder may hold others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-jobs-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'surf-week'));
  const header = 'task,submit_s,duration_s,cpu_count,mem_capacity,usage_permille_5min';
  await writeFile(join(folder, 'surf-week', 'mine.csv'), `${header}\n7,600,300,16,1000,500\n8,4000,300,16,1000,500\n`);
  const jobs =
    '  - { name: job, kind: Job, arrivals: { trace: surf-week }, requests: { cpu: 500m }, limits: { cpu: 1 } }\n';
  const world = small.replace('events:', `${jobs}events:`);
  const { journal } = await simulate(world, '--policy', 'none', '--data', folder);
  expect(journal.match(/"kind":"workload-created"/g)).toHaveLength(1);
  expect(journal.match(/"kind":"pod-finished","of":"default\/job-1-/g)).toHaveLength(1);
  const none = await simulate(world, '--data', join(folder, 'surf-week'));
  expect([none.code, none.err]).toEqual([2, expect.stringMatching(/^error\[cli\/no-recorded-load\]: /)]);
});

test('replicas follow what was recorded of machines and services, with the mean that is said', async () => {
  const load = (trace: string): string => `load: { trace: ${trace}, cores: 700m }`;
  const workloads = ['planetlab', 'bitbrains-small', 'crane-series'].map(
    (trace) => `  - { name: ${trace}, replicas: 200, ${load(trace)} }\n`,
  );
  const file = worldIn(
    `lasts: 24h\nnodes: [{ cpu: 4, count: 1, memory: 1Gi }]\nworkloads:\n${workloads.join('')}`,
    'w',
  );
  const rows = (trace: TraceName): TraceRows => recordedRows(repositoryTraces, trace);
  const { courses, workloads: specs } = worldOfFile(file, { jobs: () => [], rows });
  const columnOf = (course: number): number[] =>
    Array.from({ length: courses.steps }, (_, step) => courses.cores[step * courses.count + course]!);
  const [machines, , services] = specs.map(({ life }) => life.courses.map((course) => columnOf(course)));
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(mean(machines!.map(mean))).toBeGreaterThan(0.5);
  expect(mean(machines!.map(mean))).toBeLessThan(0.9);
  expect(new Set(machines!.map(String)).size).toBeGreaterThan(150);
  expect(new Set(services!.map(String)).size).toBe(1);
});

test('what a recording says of its jobs is not said again', () => {
  const wrong = small.replace('replicas: 3,', 'replicas: 3, arrivals: { trace: surf-week },');
  const told = [
    'world.yaml:5:5: workloads.0.kind: arrivals are those of Jobs',
    'world.yaml:5:94: workloads.0.load: the recording says it of jobs that arrive',
  ].map((message) => expect.objectContaining({ message }));
  expect(() => worldIn(wrong, 'world.yaml')).toThrow(expect.objectContaining({ errors: told }));
});

const refused = [
  {
    name: 'a name that the world does not have',
    world: small.replace('workload: web,', 'workload: wb,'),
    flags: [],
    error: /^error\[simulate\/unknown-name\]: events\.0: there is no workload wb\n/,
  },
  {
    name: 'a policy that nobody knows',
    world: small,
    flags: ['--policy', 'best'],
    error: /^error\[cli\/unknown-policy\]: looking for policy best: there are none, /,
  },
  {
    name: 'no time at all',
    world: small,
    flags: ['--lasts', '0s'],
    error: /^error\[cli\/usage\]: .*'--lasts <DURATION>'.*No time would pass/,
  },
  {
    name: 'what is no YAML',
    world: 'nodes: [',
    flags: [],
    error: /^error\[simulate\/bad-world\]: .*world\.yaml:1:\d+: /,
  },
];
for (const c of refused) {
  test(`${c.name} is refused, and nothing is run`, async () => {
    const { code, err, out } = await simulate(c.world, ...c.flags);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(c.error);
  });
}
