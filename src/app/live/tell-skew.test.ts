import { expect, test } from 'vitest';
import { toldJournal } from '#test/support/told.ts';
import { tellSkew } from './tell-skew.ts';

function told(machineAheadMs: number | 'unknown'): readonly string[] {
  const journal = toldJournal();
  tellSkew(journal, { machineAheadMs });
  return journal.told.map(({ kind, reasons }) => `${kind}: ${reasons[0]}`);
}

test('a machine whose clock is off is told, in which direction and how far; a second or two are no skew', () => {
  expect([...told('unknown'), ...told(0), ...told(-2000)]).toEqual([]);
  expect(told(360_000)).toEqual([
    "clock-skewed: This machine's clock is 6m0s ahead of that of the API server, by which we go.",
  ]);
  expect(told(-7_200_000)).toEqual([
    "clock-skewed: This machine's clock is 2h0m behind that of the API server, by which we go.",
  ]);
});
