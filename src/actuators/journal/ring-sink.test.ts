import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { EntryId, JournalReading } from '#ports/journal.ts';
import { ringSink } from './ring-sink.ts';

function ringWith(capacity: number, entries: number) {
  const ring = ringSink(capacity);
  for (let sequence = 1; sequence <= entries; sequence++) {
    ring.take({ kind: 'started', reasons: [`entry ${sequence}`], id: { boot: 'b', sequence }, at: sequence });
  }
  return ring;
}

/** The sequences read, or what is oldest of what is still there. */
function said(reading: JournalReading): readonly number[] | string {
  if (reading.kind === 'entries') return reading.entries.map((entry) => entry.id.sequence);
  return reading.oldest === 'nothing held'
    ? 'gone, nothing held'
    : `gone, oldest is ${reading.oldest.boot}/${reading.oldest.sequence}`;
}

const id = (sequence: number, boot = 'b'): EntryId => ({ boot, sequence });

const cases = [
  { name: 'the beginning of nothing is empty', entries: 0, after: undefined, want: [] },
  { name: 'from the beginning, all that is held', entries: 2, after: undefined, want: [1, 2] },
  { name: 'from the beginning after a wrap, what is still held', entries: 5, after: undefined, want: [3, 4, 5] },
  { name: 'what follows an entry', entries: 3, after: id(1), want: [2, 3] },
  { name: 'after the newest comes nothing yet', entries: 3, after: id(3), want: [] },
  { name: 'before the first comes everything', entries: 3, after: id(0), want: [1, 2, 3] },
  {
    name: 'an entry that fell out still joins up when its successor is held',
    entries: 5,
    after: id(2),
    want: [3, 4, 5],
  },
  { name: 'an entry whose successor fell out is gone', entries: 5, after: id(1), want: 'gone, oldest is b/3' },
  { name: 'an entry of another boot is gone', entries: 5, after: id(4, 'a'), want: 'gone, oldest is b/3' },
  { name: 'an entry never given out is gone', entries: 3, after: id(4), want: 'gone, oldest is b/1' },
  { name: 'half an entry is gone', entries: 3, after: id(1.5), want: 'gone, oldest is b/1' },
  { name: 'a sequence that is no number is gone', entries: 3, after: id(Number.NaN), want: 'gone, oldest is b/1' },
  {
    name: 'an entry of an earlier boot, before anything was told, is gone',
    entries: 0,
    after: id(7, 'a'),
    want: 'gone, nothing held',
  },
];
for (const c of cases) {
  test(c.name, () => {
    expect(said(ringWith(3, c.entries).since(c.after))).toEqual(c.want);
  });
}

test('a reader who follows sees every entry once and in order, or is told of the gap', () => {
  const steps = fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 20 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), steps, (capacity, bursts) => {
      const ring = ringSink(capacity);
      let told = 0;
      let seen = 0;
      for (const burst of bursts) {
        for (let i = 0; i < burst; i++) ring.take({ kind: 'started', reasons: [], id: id(++told), at: 0 });
        const reading = ring.since(id(seen));
        const lost = told - capacity > seen;
        expect(reading.kind).toBe(lost ? 'gone' : 'entries');
        if (reading.kind === 'entries')
          expect(said(reading)).toEqual(Array.from({ length: told - seen }, (_, i) => seen + 1 + i));
        seen = told;
      }
    }),
  );
});
