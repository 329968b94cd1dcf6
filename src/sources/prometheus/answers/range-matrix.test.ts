import { expect, test } from 'vitest';
import { Interner } from './interner.ts';
import { readMatrix } from './range-matrix.ts';

const matrix = (result: readonly object[], resultType = 'matrix'): string =>
  JSON.stringify({ status: 'success', data: { resultType, result } });

async function* whole(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

const read = (text: string) =>
  readMatrix(
    { doing: 'a test', clean: (said) => said, body: whole(text) },
    { labels: ['instance'], interner: new Interner() },
  );

test('the samples of each series lie between its start and the next', async () => {
  const past = await read(
    matrix([
      {
        metric: { instance: 'a' },
        values: [
          [10, '0.1'],
          [20.5, '0.2'],
        ],
      },
      { metric: { instance: 'b' }, values: [] },
      { metric: { instance: 'c' }, values: [[30, 'NaN']] },
    ]),
  );
  expect(past.length).toBe(3);
  expect(past.labels['instance']).toEqual(['a', 'b', 'c']);
  expect([...past.starts]).toEqual([0, 2, 2, 3]);
  expect([...past.takenAtMs]).toEqual([10_000, 20_500, 30_000]);
  expect([...past.values]).toEqual([0.1, 0.2, NaN]);
  expect([...past.flaws]).toEqual([0, 0, 1]);
});

test('a vector is no past', async () => {
  await expect(read(matrix([], 'vector'))).rejects.toMatchObject({ code: 'prometheus/bad-query' });
});
