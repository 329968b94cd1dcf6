import { expect, test } from 'vitest';
import type { HistoryStore } from '#ports/history-store.ts';

/** A store to be held to its contract: opened again, it is the same store after a restart. */
export interface HistoryStoreUnderTest {
  readonly name: string;
  readonly make: () => Promise<() => HistoryStore>;
}

const piecesOf = (...texts: readonly string[]): readonly Uint8Array[] => texts.map((text) => Buffer.from(text));

/** As texts, which are easier to compare. */
async function textsIn(store: HistoryStore, name: string): Promise<readonly string[] | undefined> {
  const pieces = await store.read(name);
  if (pieces === undefined) return undefined;
  const texts: string[] = [];
  for await (const piece of pieces) texts.push(Buffer.from(piece).toString());
  return texts;
}

/** What every history store promises. */
export function historyStoreContract({ name, make }: HistoryStoreUnderTest): void {
  test(`${name}: what was never written is not there`, async () => {
    const open = await make();
    expect(await open().read('loads')).toBeUndefined();
  });

  test(`${name}: the pieces last written are read, each as it was, after a restart too`, async () => {
    const open = await make();
    await open().write('loads', piecesOf('first, and longer', 'than what comes after it'));
    await open().write('loads', piecesOf('second', '', 'x'.repeat(3_000_000)));
    expect(await textsIn(open(), 'loads')).toEqual(['second', '', 'x'.repeat(3_000_000)]);
  });

  test(`${name}: names do not meet, whatever they are made of`, async () => {
    const open = await make();
    const names = ['loads', 'LOADS/../loads', 'memory', 'näme with spaces'];
    for (const each of names) await open().write(each, piecesOf(`of ${each}`));
    for (const each of names) expect(await textsIn(open(), each)).toEqual([`of ${each}`]);
  });

  test(`${name}: a reader sees the pieces of one write while others are under way`, async () => {
    const open = await make();
    const each = ['a', 'b'].map((letter) => Array.from({ length: 20 }, () => letter.repeat(10_000)));
    await open().write('loads', piecesOf(...each[0]!));
    const writes = [1, 0, 1, 0].reduce(
      (before, which) => before.then(() => open().write('loads', piecesOf(...each[which]!))),
      Promise.resolve(),
    );
    const reads = await Promise.all(Array.from({ length: 20 }, () => textsIn(open(), 'loads')));
    await writes;
    for (const texts of reads) expect(each).toContainEqual(texts);
  });

  test(`${name}: a write that fails halfway leaves what was there`, async () => {
    const open = await make();
    await open().write('loads', piecesOf('whole'));
    const torn = function* (): Generator<Uint8Array> {
      yield* piecesOf('half');
      throw new Error('no more');
    };
    await expect(open().write('loads', torn())).rejects.toThrow('no more');
    expect(await textsIn(open(), 'loads')).toEqual(['whole']);
  });

  test(`${name}: a piece is asked for once others had their turn since the one before it`, async () => {
    const open = await make();
    let turns = 0;
    const turning = setInterval(() => turns++, 0);
    const seen: number[] = [];
    const watched = function* (): Generator<Uint8Array> {
      for (const piece of piecesOf('one', 'two', 'three')) {
        seen.push(turns);
        yield piece;
        for (const until = Date.now() + 3; Date.now() < until;);
      }
    };
    await open().write('loads', watched());
    clearInterval(turning);
    expect(seen[2]).toBeGreaterThan(seen[0]!);
  });
}
