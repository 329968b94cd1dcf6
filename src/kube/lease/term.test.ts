import { expect, test } from 'vitest';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { Machine } from './fixtures/machine.ts';
import { Term } from './term.ts';

function aTerm(): { term: Term; clock: VirtualClock } {
  const clock = new VirtualClock(0);
  return { term: new Term(0, 10_000, new Machine(clock)), clock };
}

test('it is held until its time is over, and asking is enough to find out', async () => {
  const { term, clock } = aTerm();
  await clock.advance(9999);
  expect(term.held()).toBe(true);
  await clock.advance(1);
  expect(term.signal.aborted).toBe(false);
  expect(term.held()).toBe(false);
  expect(term.signal.aborted).toBe(true);
  expect(term.ending).toBe('too-late');
});

test('a renewal counts from its start', async () => {
  const { term, clock } = aTerm();
  await clock.advance(8000);
  term.extend(5000);
  expect(term.leftMs).toBe(7000);
});

test('a renewal of which we hear too late does not raise the dead', async () => {
  const { term, clock } = aTerm();
  await clock.advance(11_000);
  term.extend(9000);
  expect(term.held()).toBe(false);
});

test('only the first ending counts, and no renewal comes after it', async () => {
  const { term } = aTerm();
  term.end('taken');
  term.end('released');
  term.extend(5000);
  expect(term.ending).toBe('taken');
  expect(term.held()).toBe(false);
});

test('who asserts it is told why not, by a fault that can be told from others', () => {
  const { term } = aTerm();
  expect(() => term.assertHeld('binding team/web')).not.toThrow();
  term.end('taken');
  expect(() => term.assertHeld('binding team/web')).toThrow('binding team/web: the lease no longer names us');
  expect(term.signal.reason).toMatchObject({ code: 'kube/aborted' });
});
