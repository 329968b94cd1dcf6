import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { RecordingWriter } from '#actuators/recording/recording-writer.ts';
import { runProgram } from '#app/program.ts';
import { recordedDay, repositoryTraces } from '#app/recorded-load.ts';
import { planetlabInstance } from '#simulation/replay/instances/planetlab.ts';
import type { BacktestReport } from '#views/backtest/report.ts';
import { captured } from '#test/support/captured.ts';
import { aHeardLook, aSession, type HeardSketch } from '#test/support/heard-look.ts';
import { lookAtEndOf } from '#test/support/recording-of.ts';
import { anInstance } from '#simulation/replay/fixtures/an-instance.ts';

const MIDNIGHT = Date.UTC(2026, 10, 30);
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-backtest-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function recorded(name: string, ...looks: readonly HeardSketch[]): Promise<string> {
  const file = join(folder, name);
  const writer = new RecordingWriter(file, aSession(MIDNIGHT), { prefix: 'metrics.' });
  for (const look of looks) await writer.write(aHeardLook(look));
  return file;
}

async function ran(
  ...typed: readonly string[]
): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  const terminal = captured(typed);
  return { code: await runProgram(terminal), out: terminal.out(), err: terminal.err() };
}

async function reported(...typed: readonly string[]): Promise<BacktestReport> {
  const { out, err, code } = await ran('backtest', ...typed, '-o', 'json');
  expect(code, err).toBe(0);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the command promises to print
  return JSON.parse(out) as BacktestReport;
}

test('a published day that was recorded comes to the published minutes when it is read back', async () => {
  const shape = { capacity: 8, requestRatio: 0.2, start: 'least-allocated' } as const;
  const day = planetlabInstance('PL', recordedDay(repositoryTraces, '20110303'), shape);
  const file = await recorded('PL-8-44.ndjson.gz', lookAtEndOf(day, MIDNIGHT));
  const { runs, forecast, ...report } = await reported(file, '--policy', 'none,lnu');
  expect(report).toMatchObject({ nodes: 44, pods: 1052, pinnedPods: 0, from: '2026-11-30T00:00:00Z' });
  const [none, lnu] = runs;
  expect(none).toMatchObject({ policy: 'none', over80: 5290, over100: 640, evictions: 0, minutesPerEviction: null });
  expect(lnu).toMatchObject({ over80: 1480, over100: 70, evictions: 115, pingPongs: 42, mostMoves: 36 });
  expect(forecast).toMatchObject({ kind: 'judged', hours: 12, at: '2026-11-30T12:00:00Z' });
});

const small = anInstance({
  nodes: 2,
  start: [0, 0, 0, 1],
  use: Array.from({ length: 30 }, (_, step) => [3, 3 + step / 20, 2.9, 1]),
});

describe('the answer', () => {
  test('is a table, a sentence on the forecast, and remarks on stderr', async () => {
    const file = await recorded('small.ndjson.gz', lookAtEndOf(small, MIDNIGHT));
    const { out, err, code } = await ran('backtest', file, '--policy', 'none,tail-risk');
    expect(code, err).toBe(0);
    expect(out).toMatchInlineSnapshot(`
      "2026-11-30T00:00:00Z to 2026-11-30T02:30:00Z in steps of 5 minutes: 2 nodes, 4 pods, of which 0 stay where they are.

      POLICY      MIN > 80 %   MIN > 100 %   EVICTIONS   PING-PONGS   MOST MOVES   MIN/EVICTION
      none               150            35           0            0            0              -
      tail-risk            5             0           1            0            1          145.0

      The forecast made at 2026-11-30T01:30:00Z of the next 1 h, from the 1h30m before:
      an hour of a node was 3.7 % of it off, 3.7 % too low in the mean;
      100 % of the hours came inside the band of 80 %;
      50 node-minutes above 80 % were foretold, 60 came.

      NODE   FORETOLD MIN > 80 %   CAME
      n0                      50     60
      "
    `);
  });

  test('is one page that loads nothing from elsewhere', async () => {
    const file = await recorded('page.ndjson.gz', lookAtEndOf(small, MIDNIGHT));
    const { out } = await ran('backtest', file, '--policy', 'none,plimsoll', '-o', 'html');
    expect(out).toMatch(/^<!doctype html>/);
    expect(out).not.toMatch(/(src|href)=|url\(|@import|<script/);
    expect(out).toContain('Backtest of page.ndjson.gz');
    expect(out.match(/<svg/g)!.length).toBe(5);
  });

  test('is refused where too little is known', async () => {
    const sketch = lookAtEndOf(small, MIDNIGHT);
    const file = await recorded('short.ndjson.gz', { ...sketch, past: [] });
    const { code, err } = await ran('backtest', file);
    expect(code).toBe(2);
    expect(err).toContain('error[backtest/too-short]');
  });

  test('names an unknown policy before anything is read', async () => {
    const { code, err } = await ran('backtest', join(folder, 'nowhere'), '--policy', 'luck');
    expect([code, err]).toEqual([2, expect.stringContaining('error[cli/unknown-policy]')]);
  });
});

describe('what happened while it was recorded', () => {
  const minutes = (count: number): number => MIDNIGHT + count * 60_000;
  const { objects, reading, ...sketch } = lookAtEndOf(small, MIDNIGHT);
  const end = sketch.at;

  test('a pod that plimsoll moved is one with the pod that took its place: the move is not in the past', async () => {
    const moved = objects!.Pod![0]!;
    const replacement = {
      ...moved,
      metadata: { ...moved.metadata, name: 'web-new', uid: 'uid-new', creationTimestamp: new Date(end).toISOString() },
      spec: { ...moved.spec, nodeName: 'n1' },
    };
    const migration = {
      metadata: { namespace: 'shop', name: 'm', uid: 'm', resourceVersion: '1' },
      spec: {
        podRef: { name: 'web-0', uid: 'uid-web-0' },
        mode: 'Evict' as const,
        reason: 'node n0 is hot',
        deadline: '2026-12-30T00:00:00Z',
      },
      status: {
        phase: 'Succeeded' as const,
        since: '2026-11-30T00:00:00Z',
        replacement: { name: 'web-new', uid: 'uid-new' },
      },
    };
    const later = {
      at: end + 600_000,
      objects: { ...objects!, Pod: [replacement, ...objects!.Pod!.slice(1)] },
    };
    const stitched = await recorded(
      'moved.ndjson.gz',
      { ...sketch, objects: objects!, reading: reading! },
      { ...later, migrations: { items: [migration], remarks: [] } },
    );
    const apart = await recorded('apart.ndjson.gz', { ...sketch, objects: objects!, reading: reading! }, later);
    expect(await reported(stitched, '--policy', 'none')).toMatchObject({ pods: 4 });
    expect((await reported(apart, '--policy', 'none')).pods).toBe(4);
    const [ours, theirs] = [await reported(stitched, '--policy', 'none'), await reported(apart, '--policy', 'none')];
    expect(ours.runs[0]!.over80).toBeGreaterThan(theirs.runs[0]!.over80);
  });

  test('a daemon stays, and so does what a node uses beyond its pods', async () => {
    const [daemon, ...others] = objects!.Pod!;
    const [owner] = daemon!.metadata.ownerReferences!;
    const owned = { ...daemon!.metadata, ownerReferences: [{ ...owner!, kind: 'DaemonSet' }] };
    const pods = [{ ...daemon!, metadata: owned }, ...others];
    const [cpu, ...signals] = reading!.signals!;
    const busier = { ...cpu!, series: [{ labels: { node: 'n1' }, value: 0.95, takenAt: end }] };
    const file = await recorded('daemon.ndjson.gz', {
      ...sketch,
      objects: { ...objects!, Pod: pods },
      reading: { ...reading!, signals: [busier, ...signals] },
    });
    const { pinnedPods, runs } = await reported(file, '--policy', 'none,lnu-biggest');
    expect(pinnedPods).toBe(1);
    // n1 is taken to have been at 95 % all the time: 150 minutes, and those of n0
    expect(runs[0]!.over80).toBe(150 + 150);
  });

  test('--learn leaves the beginning uncounted', async () => {
    const file = await recorded('learn.ndjson.gz', { ...sketch, objects: objects!, reading: reading! });
    const whole = await reported(file, '--policy', 'none');
    const rest = await reported(file, '--policy', 'none', '--learn', '1h');
    expect(rest.from).toBe(new Date(minutes(60)).toISOString().replace('.000', ''));
    expect(whole.runs[0]!.overloadedNodes.slice(12)).toEqual(rest.runs[0]!.overloadedNodes);
  });
});
