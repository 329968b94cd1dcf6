import { Ring } from '#base/ring.ts';
import type { EntryId, JournalEntry, JournalReader, JournalReading } from '#ports/journal.ts';
import type { JournalSink } from './sink.ts';

/** Keeps the last `capacity` entries of this boot for those who watch. */
export function ringSink(capacity: number): JournalSink & JournalReader {
  const held = new Ring<JournalEntry>(capacity);
  return {
    name: 'ring',
    take: (entry) => held.push(entry),
    since: (after) => (after === undefined ? { kind: 'entries', entries: held.from(0) } : following(held, after)),
  };
}

/** Sequences have no gaps, so an entry's place in the ring follows from its id. */
function following(held: Ring<JournalEntry>, after: EntryId): JournalReading {
  const oldest = held.at(0)?.id;
  if (oldest === undefined) return { kind: 'gone', oldest: 'nothing held' };
  const place = after.sequence + 1 - oldest.sequence;
  // one past the newest is a reader who has seen everything; further on, an id that was never given out
  const known = after.boot === oldest.boot && Number.isInteger(place) && place >= 0 && place <= held.length;
  return known ? { kind: 'entries', entries: held.from(place) } : { kind: 'gone', oldest };
}
