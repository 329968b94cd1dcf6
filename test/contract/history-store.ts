import { expect, test } from 'vitest';
import type { HistoryStore } from '#ports/history-store.ts';

/** A store to be held to its contract: opened again, it is the same store after a restart. */
export interface HistoryStoreUnderTest {
  readonly name: string;
  readonly make: () => Promise<() => HistoryStore>;
}

/** What every history store promises. */
export function historyStoreContract({ name, make }: HistoryStoreUnderTest): void {
  test(`${name}: what was never written is not there`, async () => {
    const open = await make();
    expect(await open().read('cpu')).toBeUndefined();
  });

  test(`${name}: the last text written is read, after a restart too`, async () => {
    const open = await make();
    await open().write('cpu', 'first, and longer');
    await open().write('cpu', 'second');
    expect(await open().read('cpu')).toBe('second');
  });

  test(`${name}: names do not meet, whatever they are made of`, async () => {
    const open = await make();
    const names = ['cpu', 'CPU/../cpu', 'memory', 'näme with spaces'];
    for (const each of names) await open().write(each, `of ${each}`);
    for (const each of names) expect(await open().read(each)).toBe(`of ${each}`);
  });

  test(`${name}: a reader sees one text or the other while they are written, never a part`, async () => {
    const open = await make();
    const texts = ['a', 'b'].map((letter) => letter.repeat(200_000));
    await open().write('cpu', texts[0]!);
    const writes = [1, 0, 1, 0].reduce(
      (before, which) => before.then(() => open().write('cpu', texts[which]!)),
      Promise.resolve(),
    );
    const reads = await Promise.all(Array.from({ length: 20 }, () => open().read('cpu')));
    await writes;
    for (const text of reads) expect(texts.some((whole) => whole === text)).toBe(true);
  });
}
