import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

test('waits until the signal is aborted, and not at all where it was', async () => {
  const ending = new AbortController();
  let isOver = false;
  const waiting = untilAborted(ending.signal).then(() => (isOver = true));
  await Promise.resolve();
  expect(isOver).toBe(false);
  ending.abort();
  expect(await waiting).toBe(true);
  await untilAborted(ending.signal);
});
