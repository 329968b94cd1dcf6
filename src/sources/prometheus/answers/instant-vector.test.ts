import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Interner } from './interner.ts';
import { type InstantVector, readVector } from './instant-vector.ts';
import { codeOf } from './sample-text.ts';

async function* inPieces(text: string, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length]!;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const read = (text: string, sizes: readonly number[], hasTakenAt = false): Promise<InstantVector> =>
  readVector(
    { doing: 'a test', clean: (said) => said, body: inPieces(text, sizes) },
    { labels: ['node', 'instance'], interner: new Interner(), hasTakenAt },
  );

const answer = (result: readonly object[], more: object = {}): object => ({
  status: 'success',
  ...more,
  data: { resultType: 'vector', result },
});

const awkward = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"', '\\', '[', ']', '{"', '\\"', '"result":['),
);
const series = fc.record({
  metric: fc.record({ node: awkward, other: awkward, instance: awkward }, { requiredKeys: ['other'] }),
  value: fc.tuple(
    fc.integer({ min: 0, max: 2e9 }),
    fc.oneof(fc.double().map(String), fc.constantFrom('NaN', '+Inf', '')),
  ),
});

test('however an answer is cut, and whatever stands in it, the columns are those of JSON.parse', async () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
  const spaces = fc.constantFrom(undefined, 1, '\t');
  await fc.assert(
    fc.asyncProperty(fc.array(series, { maxLength: 8 }), sizes, spaces, awkward, async (result, cuts, space, noise) => {
      const text = JSON.stringify(answer(result, { infos: [noise] }), undefined, space);
      const vector = await read(text, cuts);
      expect(vector.length).toBe(result.length);
      expect(vector.infos).toEqual([noise]);
      expect(vector.labels['node']).toEqual(result.map(({ metric }) => metric.node || undefined));
      expect(vector.labels['instance']).toEqual(result.map(({ metric }) => metric.instance || undefined));
      expect([...vector.takenAtMs]).toEqual(result.map(({ value }) => value[0] * 1000));
    }),
    { numRuns: 200 },
  );
});

test('only labels asked for are kept', async () => {
  const vector = await read(JSON.stringify(answer([{ metric: { node: 'a', job: 'x' }, value: [1, '2'] }])), [1000]);
  expect(Object.keys(vector.labels)).toEqual(['node', 'instance']);
});

test('a result that is no list is an empty one only if the server says so with a list', async () => {
  const text = '{"status":"success","data":{"resultType":"vector","result":[]},"warnings":["a","b"]}';
  expect(await read(text, [7])).toMatchObject({ length: 0, warnings: ['a', 'b'], isPartial: true });
});

const row = (kind: string, node: string, value: string): object => ({
  metric: { plimsoll_row: kind, node },
  value: [1_796_032_800, value],
});

test('a value takes the time of the sample behind it, whichever row comes first', async () => {
  const rows = [row('taken-at', 'b', '1796032700.5'), row('value', 'a', '0.4'), row('value', 'b', '0.5')];
  const vector = await read(JSON.stringify(answer([...rows, row('taken-at', 'a', '1796032790')])), [33], true);
  expect(vector.labels['node']).toEqual(['a', 'b']);
  expect([...vector.values]).toEqual([0.4, 0.5]);
  expect([...vector.takenAtMs]).toEqual([1_796_032_790_000, 1_796_032_700_500]);
});

test('a value without a live sample behind it is none', async () => {
  const vector = await read(JSON.stringify(answer([row('value', 'a', '0.4'), row('value', 'b', 'NaN')])), [50], true);
  expect([...vector.flaws]).toEqual([codeOf('no-live-sample'), codeOf('not-a-number')]);
  expect([...vector.takenAtMs]).toEqual([NaN, NaN]);
});
