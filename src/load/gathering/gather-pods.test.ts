import { expect, test } from 'vitest';
import { gatherPods, type LivePod } from './gather-pods.ts';
import { podFinder, type PodUse } from './pod-use.ts';
import type { RawSeries } from '#load/sample.ts';
import { NOW } from '#test/support/a-load.ts';

const rule = { freshForMs: 300_000, skewMs: 30_000 };
const judging = { now: NOW, ...rule };

function aPod(namespace: string, name: string, uid: string, createdAt = 0): LivePod {
  return { namespace, name, uid, createdAt };
}

function use(namespace: string, pod: string, value: string | number, takenAt = NOW): RawSeries {
  return { labels: { namespace, pod }, value, takenAt };
}

const web = aPod('shop', 'web-0', 'u1');
const namesake = aPod('blog', 'web-0', 'u2');

function see(pods: readonly LivePod[], cpuCores: readonly RawSeries[], pod: LivePod, now = NOW): PodUse['cpuCores'] {
  const gathered = gatherPods({ source: 'metrics-api', cpuCores, memoryBytes: [] }, pods, judging);
  return podFinder(gathered, rule)(pod, now).cpuCores;
}

test('trap 16: pods of one name in two namespaces do not cross', () => {
  const all = [use('blog', 'web-0', '0.2'), use('shop', 'web-0', '1.5')];
  expect(see([web, namesake], all, web)).toEqual({ kind: 'known', value: 1.5, takenAt: NOW, source: 'metrics-api' });
  expect(see([web, namesake], all, namesake)).toMatchObject({ value: 0.2 });
});

test('trap 16: what was measured before a pod was there belongs to its predecessor', () => {
  const reborn = aPod('shop', 'web-0', 'u3', NOW - 10_000);
  expect(see([reborn], [use('shop', 'web-0', '1.5', NOW - 20_000)], reborn)).toEqual({
    kind: 'unknown',
    why: 'absent',
  });
});

test('trap 16: the predecessor of a pod is not answered with its successor', () => {
  const gone = aPod('shop', 'web-0', 'u0');
  expect(see([web], [use('shop', 'web-0', '1.5')], gone)).toEqual({ kind: 'unknown', why: 'absent' });
});

test('trap 16: a uid alone is not enough', () => {
  for (const other of [aPod('blog', 'web-0', 'u1'), aPod('shop', 'web-1', 'u1')]) {
    expect(see([web], [use('shop', 'web-0', '1.5')], other)).toEqual({ kind: 'unknown', why: 'absent' });
  }
});

test('trap 14: a pod without a sample is unknown, not idle', () => {
  expect(see([web, namesake], [use('blog', 'web-0', '0.2')], web)).toEqual({ kind: 'unknown', why: 'absent' });
});

test('a rate over more time than a pod has existed is no truth about it', () => {
  const windowMs = 120_000;
  const measured = { ...use('shop', 'web-0', '0.0005'), windowMs };
  const young = aPod('shop', 'web-0', 'u4', NOW - windowMs + 1);
  expect(see([young], [measured], young)).toEqual({ kind: 'unknown', why: 'too-young' });
  const grown = aPod('shop', 'web-0', 'u4', NOW - windowMs);
  expect(see([grown], [measured], grown)).toMatchObject({ kind: 'known', value: 0.0005 });
});

test('a pod that was seen ages out', () => {
  expect(see([web], [use('shop', 'web-0', '1.5')], web, NOW + 300_001)).toEqual({ kind: 'unknown', why: 'too-old' });
});

test('series of strangers and bad samples are counted', () => {
  const cpuCores = [use('shop', 'web-0', 'NaN'), use('shop', 'gone', '1'), { labels: {}, value: '1', takenAt: NOW }];
  const memoryBytes = [use('shop', 'web-0', '1048576'), use('shop', 'web-0', '-1')];
  const { counts } = gatherPods({ source: 'metrics-api', cpuCores, memoryBytes }, [web], judging);
  expect(counts).toEqual({ series: 5, strangers: 2, refused: { 'not-a-number': 1, negative: 1 } });
});
