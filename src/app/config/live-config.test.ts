import { mkdir, mkdtemp, rename, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, expect, test } from 'vitest';
import { LiveConfig } from '#app/config/live-config.ts';
import { openConfig } from '#app/config/open-config.ts';
import type { Telling } from '#ports/journal.ts';
import { toldJournal } from '#test/support/told.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';

interface Bench {
  readonly live: LiveConfig;
  readonly file: string;
  readonly clock: VirtualClock;
  readonly told: readonly Telling[];
}

async function startedWith(
  text: string,
  write = writeFile as (file: string, text: string) => Promise<void>,
): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'plimsoll-live-config-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'plimsoll.yaml');
  await write(file, text);
  const places = { file, environment: {}, flags: new Map<string, string>() };
  const first = await openConfig(places);
  if (first.kind === 'bad') throw new AggregateError(first.faults);
  const clock = new VirtualClock();
  const journal = toldJournal();
  return { live: new LiveConfig({ clock, journal }, places, first), file, clock, told: journal.told };
}

const hot = (cpu: number | string): string => `load:\n  thresholds:\n    cpu: ${cpu}\n`;

test('a file that has not changed is left alone, silently', async () => {
  const { live, told } = await startedWith(hot(0.7));
  expect([await live.reload(), await live.reload()]).toEqual(['unchanged', 'unchanged']);
  expect(told).toEqual([]);
});

test('a good new file is taken, told leaf by leaf, and shown to observers until they have seen enough', async () => {
  const { live, file, told } = await startedWith(hot(0.7));
  const seen: number[] = [];
  const stop = live.observe((config) => seen.push(config.load.thresholds.cpu));
  await writeFile(file, `${hot(0.6)}serving: {httpPort: 9000}\n`);
  expect(await live.reload()).toBe('taken');
  stop();
  await writeFile(file, hot(0.5));
  expect(await live.reload()).toBe('taken');
  expect(seen).toEqual([0.6]);
  expect(live.current.load.thresholds.cpu).toBe(0.5);
  expect(told[0]).toEqual({
    kind: 'config-taken',
    reasons: [
      `load.thresholds.cpu is 0.6, it was 0.7 (file ${file}:3:10).`,
      `serving.httpPort is 9000 from the next start on, it was 8080 (file ${file}:4:21).`,
    ],
    facts: { changes: 2 },
  });
});

test('a bad file is refused, told once, and what was in force stays', async () => {
  const { live, file, told } = await startedWith(hot(0.7));
  await writeFile(file, hot(70));
  expect([await live.reload(), await live.reload()]).toEqual(['refused', 'refused']);
  expect(live.current.load.thresholds.cpu).toBe(0.7);
  expect(told).toEqual([
    {
      kind: 'config-refused',
      reasons: [
        `${file}:3:10: load.thresholds.cpu: 70 is not a ratio 0..1: did you mean 0.7?`,
        'The configuration from before stays in force.',
      ],
      facts: { faults: 1 },
    },
  ]);
});

test('a file that vanished is refused, and its return is told', async () => {
  const { live, file, told } = await startedWith(hot(0.7));
  await unlink(file);
  expect([await live.reload(), await live.reload()]).toEqual(['refused', 'refused']);
  await writeFile(file, hot(0.7));
  expect(await live.reload()).toBe('unchanged');
  expect(live.current.load.thresholds.cpu).toBe(0.7);
  expect(told.map(({ kind, reasons }) => [kind, reasons[0]])).toEqual([
    ['config-refused', `reading ${file}: there is no such file`],
    ['config-taken', 'The file is good again and says what is already in force.'],
  ]);
});

test('a new comment changes nothing but the places values come from', async () => {
  const { live, file, told } = await startedWith(hot(0.7));
  await writeFile(file, `# hello\n${hot(0.7)}`);
  expect(await live.reload()).toBe('unchanged');
  expect(told).toEqual([]);
  expect(live.settings.find(({ leaf }) => leaf.key === 'cpu')!.origin).toMatchObject({ kind: 'file', line: 4 });
});

test('a new password is taken, and told without being shown', async () => {
  const url = (password: string): string => `sources: {prometheus: {url: "http://u:${password}@h"}}\n`;
  const { live, file, told } = await startedWith(url('old'));
  await writeFile(file, url('new'));
  expect(await live.reload()).toBe('taken');
  expect(live.current.sources.prometheus.url).toBe('http://u:new@h');
  expect(JSON.stringify(told)).not.toMatch(/old@|new@/);
});

/** Lets the follower look at the file so many times. */
async function looks({ clock }: Bench, times: number): Promise<void> {
  for (let look = 0; look < times; look++) {
    await clock.whenSleeping();
    await clock.advance(2000);
  }
  await clock.whenSleeping();
}

async function following(bench: Bench, meanwhile: () => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const followed = bench.live.follow(controller.signal);
  await meanwhile();
  controller.abort();
  await followed;
}

test('a follower takes a change once it has held still from one look to the next', async () => {
  const bench = await startedWith(hot(0.7));
  await following(bench, async () => {
    await looks(bench, 2);
    await writeFile(bench.file, ''); // an editor has emptied the file and not yet written it
    await looks(bench, 1);
    await writeFile(bench.file, hot(0.6));
    await looks(bench, 1);
    expect(bench.live.current.load.thresholds.cpu).toBe(0.7);
    await looks(bench, 1);
    expect(bench.live.current.load.thresholds.cpu).toBe(0.6);
  });
  expect(bench.told).toHaveLength(1);
});

test('a follower sees an editor replace the file by a rename', async () => {
  const bench = await startedWith(hot(0.7));
  await following(bench, async () => {
    await writeFile(`${bench.file}.new`, hot(0.6));
    await rename(`${bench.file}.new`, bench.file);
    await looks(bench, 2);
  });
  expect(bench.live.current.load.thresholds.cpu).toBe(0.6);
});

test('a follower sees a ConfigMap swap the folder its file is linked through', async () => {
  const bench = await startedWith(hot(0.7), async (file, text) => {
    const folder = join(file, '..');
    await mkdir(join(folder, '..2030_01'));
    await writeFile(join(folder, '..2030_01', 'plimsoll.yaml'), text);
    await symlink('..2030_01', join(folder, '..data'));
    await symlink(join('..data', 'plimsoll.yaml'), file);
  });
  await following(bench, async () => {
    await looks(bench, 1);
    const folder = join(bench.file, '..');
    await mkdir(join(folder, '..2030_02'));
    await writeFile(join(folder, '..2030_02', 'plimsoll.yaml'), hot(0.6));
    await symlink('..2030_02', join(folder, '..data_tmp'));
    await rename(join(folder, '..data_tmp'), join(folder, '..data'));
    await rm(join(folder, '..2030_01'), { recursive: true });
    await looks(bench, 2);
  });
  expect(bench.live.current.load.thresholds.cpu).toBe(0.6);
});

test('a follower tells of a bad file once, however often it looks', async () => {
  const bench = await startedWith(hot(0.7));
  await following(bench, async () => {
    await writeFile(bench.file, 'load: [');
    await looks(bench, 6);
  });
  expect(bench.told.map(({ kind }) => kind)).toEqual(['config-refused']);
});

test('without a file there is nothing to follow', async () => {
  const { live, clock } = await startedWith('');
  const fileless = new LiveConfig(
    { clock, journal: toldJournal() },
    { environment: {}, flags: new Map() },
    { kind: 'good', config: live.current, settings: live.settings },
  );
  await fileless.follow(new AbortController().signal);
  expect([clock.sleeping, await fileless.reload()]).toEqual([0, 'unchanged']);
});
