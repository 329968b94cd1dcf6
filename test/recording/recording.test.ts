import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { needNew, RecordingWriter } from '#actuators/recording/recording-writer.ts';
import { objectSchemas } from '#app/record/object-schemas.ts';
import { Fault } from '#base/fault.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import type { RawSeries } from '#load/sample.ts';
import type { LoadReading, SignalReading } from '#ports/load-source.ts';
import type { HeardLook } from '#ports/recording.ts';
import { kindNames, readKinds } from '#sources/cluster-watch/kinds.ts';
import { looksIn } from '#sources/recording/read-recording.ts';
import { aHeardLook, aSession, type HeardSketch } from '#test/support/heard-look.ts';
import { richObjects } from '#test/support/rich-objects.ts';

const NOON = 1_796_040_000_000;
const folder = mkdtempSync(join(tmpdir(), 'plimsoll-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;

async function recorded(...sketches: readonly HeardSketch[]): Promise<string> {
  const file = join(folder, `${files++}.ndjson.gz`);
  const writer = new RecordingWriter(file, aSession(NOON), { prefix: 'metrics.' });
  for (const sketch of sketches) await writer.write(aHeardLook(sketch));
  return file;
}

function looks(bytes: Buffer): HeardLook[] {
  const taken: HeardLook[] = [];
  looksIn(bytes, 'shop', { objects: objectSchemas, take: (look) => taken.push(look) });
  return taken;
}

const readBack = (file: string): HeardLook[] => looks(readFileSync(file));

const aPod = (name: string, resourceVersion = '1', nodeName = 'a'): Pod => ({
  metadata: { namespace: 'shop', name, uid: `uid-${name}`, resourceVersion },
  spec: { nodeName, containers: [{ name: 'app' }] },
});

const drained = (series: Iterable<RawSeries>): RawSeries[] => [...series];

/** With its series gone through, to be compared. */
function plain({ signals, pods, ...reading }: LoadReading): object {
  const ofSignal = (one: SignalReading): object =>
    one.kind === 'read' ? { ...one, series: drained(one.series) } : one;
  const ofPods =
    pods.kind === 'read' ? { ...pods, cpuCores: drained(pods.cpuCores), memoryBytes: drained(pods.memoryBytes) } : pods;
  return { signals: signals.map(ofSignal), pods: ofPods, ...reading };
}

const fault = new Fault('kube/forbidden', { means: '', remedy: 'grant it' }, 'listing nodes.metrics.k8s.io: forbidden');

const reading: LoadReading = {
  signals: [
    {
      kind: 'read',
      signal: 'cpu',
      source: 'prometheus',
      passedOver: [{ source: 'metrics-api', fault }],
      tookMs: 3,
      unit: 'ratio',
      series: [
        { labels: { instance: 'a:9100', job: 'node' }, value: '0.30000000000000004', takenAt: NOON - 1234.5 },
        { labels: { instance: 'b:9100', job: 'node' }, value: 'NaN', takenAt: NOON, windowMs: 300_000 },
        { labels: { instance: 'a:9100', job: 'node' }, value: Number.NaN, takenAt: Number.NaN },
      ],
    },
    { kind: 'failed', signal: 'memory', source: 'prometheus', tookMs: 1, fault },
  ],
  pods: {
    kind: 'read',
    source: 'metrics-api',
    cpuCores: [{ labels: { namespace: 'shop', pod: 'web' }, value: 0.1, takenAt: NOON - 15_000, windowMs: 15_000 }],
    memoryBytes: [],
  },
  problems: [{ fault, signals: ['memory'] }],
  warnings: ['too many series'],
  isDegraded: true,
};

test('a look is read back as it was written, to the last digit', async () => {
  const past = [{ atMs: NOON - 300_001, signals: reading.signals }];
  const pods = [aPod('web'), aPod('db')];
  const file = await recorded({ at: NOON, objects: { Pod: pods }, forbidden: ['CSINode'], past, reading });
  const [look] = readBack(file);
  expect(look).toMatchObject({ begunAt: NOON, readAt: NOON + 7 });
  expect(look!.objects.Pod).toEqual({ kind: 'listed', items: pods });
  expect(look!.objects.CSINode).toEqual({ kind: 'forbidden', fault: { message: 'listing CSINode: forbidden' } });
  expect(plain(look!.reading)).toEqual(plain(reading));
  expect(look!.past.map(({ atMs, signals }) => ({ atMs, signals: plain({ ...reading, signals }) }))).toEqual(
    past.map(({ atMs, signals }) => ({ atMs, signals: plain({ ...reading, signals }) })),
  );
});

test('looks tell what has changed, and are read back whole', async () => {
  const file = await recorded(
    { at: NOON, objects: { Pod: [aPod('web'), aPod('db')] } },
    { at: NOON + 1, objects: { Pod: [aPod('web'), aPod('db', '2', 'b')] }, forbidden: ['Node'] },
    { at: NOON + 2, objects: { Pod: [aPod('db', '2', 'b'), aPod('new')] } },
  );
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n');
  expect(lines.filter((line) => line.includes('"applied"')).length).toBe(4);
  const names = readBack(file).map(({ objects: { Pod, Node } }) => [
    Pod.kind === 'listed' && Pod.items.map(({ metadata, spec }) => `${metadata.name} on ${spec.nodeName}`),
    Node.kind,
  ]);
  expect(names).toEqual([
    [['web on a', 'db on a'], 'listed'],
    [['web on a', 'db on b'], 'forbidden'],
    [['db on b', 'new on a'], 'listed'],
  ]);
});

test('nothing of a node is written that only its owner should know', async () => {
  const annotations = { 'metrics.cpu': '0.5', 'example.org/token': 'secret' };
  const node: Node = { metadata: { name: 'a', uid: 'a', annotations } };
  const file = await recorded({ at: NOON, objects: { Node: [node] } });
  expect(gunzipSync(readFileSync(file)).toString()).not.toContain('secret');
  const [{ objects }] = readBack(file) as [HeardLook];
  expect(objects.Node).toMatchObject({ items: [{ metadata: { annotations: { 'metrics.cpu': '0.5' } } }] });
});

describe('a process that is killed while it writes', () => {
  test('loses the look it was writing and no other, wherever it was cut', async () => {
    const objects = { Pod: Array.from({ length: 20 }, (_, place) => aPod(`web-${place}`)) };
    const file = await recorded({ at: NOON, objects }, { at: NOON + 1, objects: {} });
    const whole = readFileSync(file);
    const first = readFileSync(await recorded({ at: NOON, objects }));
    for (let bytes = first.length; bytes < whole.length; bytes++) {
      const found = looksIn(whole.subarray(0, bytes), 'shop', { objects: objectSchemas, take: () => undefined });
      expect(found).toMatchObject({ looks: 1, wholeBytes: first.length, isTorn: bytes > first.length });
    }
  });

  test('leaves a text that is not packed readable up to its last look', async () => {
    const file = await recorded({ at: NOON }, { at: NOON + 1, objects: { Pod: [aPod('web')] } });
    const text = gunzipSync(readFileSync(file));
    const torn = text.subarray(0, text.length - 40);
    const end = torn.indexOf('\n', torn.indexOf('"kind":"look"')) + 1;
    const found = looksIn(torn, 'shop', { objects: objectSchemas, take: () => undefined });
    expect(found).toMatchObject({ looks: 1, wholeBytes: end, isTorn: true });
    expect(looks(text).map(({ begunAt }) => begunAt)).toEqual([NOON, NOON + 1]);
  });
});

test('what another program packed anew is read all the same', async () => {
  const file = await recorded({ at: NOON }, { at: NOON + 1 });
  expect(looks(gzipSync(gunzipSync(readFileSync(file)))).length).toBe(2);
});

test('a look of any length is one look', async () => {
  const labels = { long: 'x'.repeat(2 ** 23) };
  const { spec } = aPod('web');
  const pods = ['a', 'b', 'c', 'd', 'e'].map((name): Pod => ({ metadata: { name, uid: name, labels }, spec }));
  const file = await recorded({ at: NOON, objects: { Pod: pods } }, { at: NOON + 1 });
  expect(readBack(file).map(({ objects: { Pod } }) => Pod.kind === 'listed' && Pod.items.length)).toEqual([5, 0]);
  const cut = readFileSync(await recorded({ at: NOON, objects: { Pod: pods } }));
  expect(() => looks(cut.subarray(0, cut.length - 9))).toThrow('it holds no whole look');
});

test('a file stays below its bound: a look without room is not begun', async () => {
  const file = join(folder, 'bound.ndjson.gz');
  const writer = new RecordingWriter(file, aSession(NOON), { prefix: '', mostBytes: 1500 });
  const written: string[] = [];
  for (let look = 0; look < 20; look++) {
    const came = await writer.write(aHeardLook({ at: NOON + look, objects: { Pod: [aPod('web', String(look))] } }));
    written.push(came === 'full' ? came : 'written');
    if (came === 'full') break;
  }
  expect(written.at(-1)).toBe('full');
  expect(readFileSync(file).length).toBeLessThanOrEqual(1500);
  expect(readBack(file).length).toBe(written.length - 1);
});

test('after a look that could not be written everything is told anew', async () => {
  const inside = join(folder, 'away');
  mkdirSync(inside);
  const file = join(inside, 'shop.ndjson.gz');
  const writer = new RecordingWriter(file, aSession(NOON), { prefix: '' });
  await writer.write(aHeardLook({ at: NOON, objects: { Pod: [aPod('web'), aPod('db')] } }));
  renameSync(inside, `${inside}-now`);
  await expect(writer.write(aHeardLook({ at: NOON + 1, objects: { Pod: [aPod('db')] } }))).rejects.toThrow();
  renameSync(`${inside}-now`, inside);
  await writer.write(aHeardLook({ at: NOON + 2, objects: { Pod: [aPod('db')] } }));
  await writer.write(aHeardLook({ at: NOON + 3, objects: { Pod: [aPod('db'), aPod('new')] } }));
  expect(readBack(file).map(({ objects: { Pod } }) => Pod.kind === 'listed' && Pod.items.length)).toEqual([2, 1, 2]);
});

test('where it cannot be written it says so', async () => {
  const writer = new RecordingWriter(join(folder, 'nowhere', 'x'), aSession(NOON), { prefix: '' });
  await expect(writer.write(aHeardLook({ at: NOON }))).rejects.toMatchObject({ code: 'recording/unwritable' });
  await expect(needNew(await recorded({ at: NOON }))).rejects.toMatchObject({ code: 'recording/not-new' });
});

describe('what is wrong with a file is told with its line and field', () => {
  const text = async (): Promise<string[]> =>
    gunzipSync(readFileSync(await recorded({ at: NOON, objects: { Pod: [aPod('web')] }, reading })))
      .toString()
      .trim()
      .split('\n');
  const told = (lines: readonly string[]): string => {
    try {
      looks(Buffer.from(`${lines.join('\n')}\n`));
    } catch (thrown) {
      if (thrown instanceof Fault) return `${thrown.code} ${thrown.message}`;
      throw thrown;
    }
    return 'nothing';
  };

  const cases: readonly (readonly [string, (lines: string[]) => string[], string])[] = [
    ['another file', () => ['{"a":1}'], 'recording/not-a-recording reading shop: line 1: '],
    [
      'a newer version',
      ([header, ...rest]) => [header!.replace('"version":1', '"version":2'), ...rest],
      'recording/another-version reading shop: line 1: version: ',
    ],
    [
      'a line that is no JSON',
      ([header]) => [header!, 'x', ''],
      'recording/bad-line reading shop: line 2: is not JSON',
    ],
    [
      'an object without a uid',
      (lines) => lines.map((line) => line.replace('"uid":"uid-web",', '')),
      'recording/bad-line reading shop: line 2: object.metadata.uid: ',
    ],
    [
      'a field of another type',
      (lines) => lines.map((line) => line.replace('"nodeName":"a"', '"nodeName":7')),
      'recording/bad-line reading shop: line 2: object.spec.nodeName: ',
    ],
    [
      'labels that were never written',
      (lines) => lines.filter((line) => !line.includes('"labels"')),
      'recording/bad-line reading shop: line 4: no labels have the number ',
    ],
    ['no look at all', ([header]) => [header!], 'recording/empty reading shop'],
  ];
  for (const [name, spoil, want] of cases) {
    test(name, async () => {
      expect(told(spoil(await text()))).toContain(want);
    });
  }

  test('bytes that changed on the disk', async () => {
    const bytes = readFileSync(await recorded({ at: NOON }, { at: NOON + 1 }));
    bytes[bytes.length - 6]! ^= 1;
    expect(() => looks(bytes)).toThrow(/the checksum differs/);
  });
});

for (const kind of kindNames) {
  const { shape, message } = readKinds[kind];
  const rich = richObjects('ns').find((one) => one.message === message);
  if (rich === undefined) continue;
  test(`a recording holds of a ${kind} what is kept of it when it is listed`, () => {
    for (const object of rich.objects) {
      const named = { ...object, metadata: { ...object.metadata, uid: 'u' } };
      const decoder = new Decoder<object>(shape);
      const kept = decoder.decode(new TextEncoder().encode(JSON.stringify(named)));
      expect(objectSchemas[kind].parse(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
    }
  });
}
