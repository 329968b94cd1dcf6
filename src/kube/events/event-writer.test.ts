import { describe, expect, test } from 'vitest';
import { kubeFault } from '#kube/faults.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import type { EventDraft } from './event-draft.ts';
import { EventWriter } from './event-writer.ts';
import { MemoryEventStore } from './fixtures/memory-event-store.ts';
import { eventDefaults, type EventOptions } from './options.ts';

const minute = 60_000;
const startsAt = Date.UTC(2030, 0, 1);

const aDraft = (more: Partial<EventDraft> = {}): EventDraft => ({
  type: 'Normal',
  reason: 'Moved',
  action: 'Moving',
  note: 'It was moved.',
  regarding: { apiVersion: 'v1', kind: 'Pod', namespace: 'team', name: 'web', uid: 'u' },
  reportingController: 'plimsoll.dev/rescheduler',
  reportingInstance: 'plimsoll-0',
  at: startsAt,
  ...more,
});

interface Setting {
  readonly store: MemoryEventStore;
  readonly time: VirtualClock;
  readonly writer: EventWriter;
  readonly told: string[];
  /** Publishes as of now, and lets it be written. */
  readonly happens: (more?: Partial<EventDraft>) => Promise<void>;
}

function aWriter(options: Partial<EventOptions> = {}): Setting {
  const store = new MemoryEventStore();
  const time = new VirtualClock(startsAt);
  const told: string[] = [];
  let names = 0;
  const writer = new EventWriter(store, {
    ...eventDefaults,
    time,
    random: () => 1,
    suffix: () => `${(names += 1)}`,
    observer: {
      written: (how, { metadata }, count) => told.push(`${how} ${metadata.name} ${count}`),
      dropped: ({ why, regarding, times }) => told.push(`dropped ${regarding.name} ${times}: ${why}`),
      repeated: (_, { metadata }, afterMs) => told.push(`repeated ${metadata.name} after ${afterMs}`),
    },
    ...options,
  });
  const happens = async (more: Partial<EventDraft> = {}): Promise<void> => {
    writer.publish(aDraft({ at: time.now(), ...more }));
    await time.advance(0);
  };
  return { store, time, writer, told, happens };
}

describe('what repeats itself', () => {
  test('is one Event: created first, then a series', async () => {
    const { store, time, happens } = aWriter();
    await happens();
    expect(store.events.get('web.1')?.series).toBeUndefined();
    await time.advance(5000);
    await happens();
    expect(store.events.size).toBe(1);
    expect(store.events.get('web.1')?.series).toEqual({ count: 2, lastObservedTime: '2030-01-01T00:00:05.000000Z' });
  });

  test('is brought up to date every few minutes while it goes on', async () => {
    const { store, time, happens } = aWriter();
    for (let second = 0; second < 11 * 60; second++) {
      await happens();
      await time.advance(1000);
    }
    expect(store.calls.map((call) => call.replace(/\d+$/, '#'))).toEqual([
      'create web.#',
      'count web.1 #',
      'count web.1 #',
      'count web.1 #',
    ]);
    await time.advance(7 * minute);
    expect(store.events.get('web.1')?.series?.count).toBe(660);
    expect(store.calls.at(-1)).toBe('count web.1 660');
  });

  test('is brought up to date a few minutes later even if it has stopped', async () => {
    const { store, time, happens } = aWriter();
    for (let times = 0; times < 3; times++) await happens();
    await time.advance(6 * minute - 1);
    expect(store.events.get('web.1')?.series?.count).toBe(3);
  });

  test('all at once takes one write', async () => {
    const { store, time, writer } = aWriter();
    for (let times = 0; times < 100; times++) writer.publish(aDraft());
    await time.advance(0);
    expect(store.calls).toEqual(['create web.1']);
    expect(store.events.get('web.1')?.series?.count).toBe(100);
  });

  test('after the window is another Event', async () => {
    const { store, time, happens } = aWriter();
    await happens();
    await time.advance(6 * minute);
    await happens();
    await time.advance(6 * minute + 1);
    await happens();
    expect(store.calls).toEqual(['create web.1', 'count web.1 2', 'create web.2']);
  });

  test('is created again when it has expired', async () => {
    const { store, told, happens } = aWriter();
    await happens();
    store.events.clear();
    await happens();
    expect(store.events.get('web.1')?.series?.count).toBe(2);
    expect(told).toEqual(['created web.1 1', 'created web.1 2']);
  });

  const others: readonly { readonly name: string; readonly more: Partial<EventDraft> }[] = [
    { name: 'another object', more: { regarding: { ...aDraft().regarding, name: 'db' } } },
    { name: 'the next pod of that name', more: { regarding: { ...aDraft().regarding, uid: 'v' } } },
    { name: 'another reason', more: { reason: 'Kept' } },
    { name: 'another action', more: { action: 'Keeping' } },
    { name: 'another type', more: { type: 'Warning' } },
    { name: 'another controller', more: { reportingController: 'plimsoll.dev/scheduler' } },
    { name: 'another replica', more: { reportingInstance: 'plimsoll-1' } },
    { name: 'another note', more: { note: 'It was moved back.' } },
  ];
  for (const { name, more } of others) {
    test(`is not ${name}`, async () => {
      const { store, happens } = aWriter();
      await happens();
      await happens(more);
      expect(store.events.size).toBe(2);
    });
  }
});

test('what happens again while it is being written is written once more, not twice', async () => {
  const { store, time, told, happens } = aWriter();
  store.next = () => time.sleep(100).then(() => undefined);
  await happens();
  await happens();
  await happens();
  await time.advance(1000);
  expect(told).toEqual(['created web.1 1', 'counted web.1 3']);
});

describe('the rate', () => {
  const note = (index: number): string => `Word ${'x'.repeat(index)}`;

  test('of new Events of an object is limited; others have theirs', async () => {
    const { store, told, happens } = aWriter();
    for (let index = 1; index <= 27; index++) await happens({ note: note(index) });
    expect(store.events.size).toBe(25);
    expect(told.slice(-2)).toEqual(['dropped web 1: rate', 'dropped web 1: rate']);
    await happens({ regarding: { ...aDraft().regarding, name: 'db' } });
    expect(store.events.size).toBe(26);
  });

  test('comes back at one in five minutes', async () => {
    const { store, time, happens } = aWriter();
    for (let index = 1; index <= 26; index++) await happens({ note: note(index) });
    await time.advance(5 * minute);
    await happens({ note: note(27) });
    await happens({ note: note(28) });
    expect(store.events.size).toBe(26);
  });

  test('does not keep repeats from being counted', async () => {
    const { store, time, happens } = aWriter({ burst: 1 });
    await happens();
    await happens();
    await happens();
    await time.advance(7 * minute);
    expect(store.events.get('web.1')?.series?.count).toBe(3);
  });
});

describe('a write that does not succeed', () => {
  const unreachable = kubeFault('kube/unreachable', 'no', { retry: 'soon' });

  test('is tried again a few times, later and later, then given up', async () => {
    const { store, time, told, happens } = aWriter();
    store.next = () => unreachable;
    await happens();
    await time.advance(minute);
    const repeated = [500, 1000, 2000, 4000].map((ms) => `repeated web.1 after ${ms}`);
    expect(told).toEqual([...repeated, 'dropped web 1: gave-up']);
  });

  test('waits as long as the server wants', async () => {
    const { store, told, happens } = aWriter({ random: () => 0 });
    store.next = () => new KubeFault('kube/throttled', 'too many', { retryAfterMs: 7000 });
    await happens();
    expect(told).toEqual(['repeated web.1 after 7000']);
  });

  test('whose answer was lost is no second Event', async () => {
    const { store, time, told, happens } = aWriter();
    store.next = () => 'unanswered';
    await happens();
    store.next = () => undefined;
    await time.advance(1000);
    expect(store.events.size).toBe(1);
    expect(told).toEqual(['repeated web.1 after 500', 'created web.1 1']);
  });

  for (const code of ['kube/forbidden', 'kube/invalid', 'kube/not-found', 'kube/unauthorised'] as const) {
    test(`for ${code} is dropped at once, and told anew should it happen again`, async () => {
      const { store, told, happens } = aWriter();
      store.next = () => kubeFault(code, 'no');
      await happens();
      store.next = () => undefined;
      await happens();
      expect(told).toEqual(['dropped web 1: refused', 'created web.2 1']);
    });
  }

  test('counts what it cost', async () => {
    const { store, told, happens } = aWriter({ mostAttempts: 1 });
    await happens();
    store.next = () => unreachable;
    await happens();
    expect(told).toEqual(['created web.1 1', 'dropped web 1: gave-up']);
  });

  test('holds the queue, which drops its oldest', async () => {
    const { store, time, told, happens } = aWriter({ longestQueue: 2 });
    store.next = () => unreachable;
    await happens();
    for (const name of ['a', 'b', 'c', 'd']) await happens({ regarding: { ...aDraft().regarding, name } });
    expect(told.slice(1)).toEqual(['dropped a 1: queue-full', 'dropped b 1: queue-full']);
    store.next = () => undefined;
    await time.advance(1000);
    expect([...store.events.keys()]).toEqual(['web.1', 'c.4', 'd.5']);
  });
});

describe('publish', () => {
  test('neither writes nor throws, whatever it is given', async () => {
    const { store, time, told, writer } = aWriter();
    writer.publish(aDraft());
    writer.publish(aDraft({ at: Number.NaN }));
    writer.publish(aDraft({ at: Number.MAX_SAFE_INTEGER, note: 'in the year 287396' }));
    expect(store.calls).toEqual([]);
    await time.advance(0);
    expect(told).toEqual(['dropped web 1: malformed', 'dropped web 1: malformed', 'created web.1 1']);
  });

  test('remembers no more than told, and writes what it forgets', async () => {
    const { store, happens } = aWriter({ mostRemembered: 2 });
    await happens();
    await happens();
    await happens(); // counted, not yet due
    for (const name of ['a', 'b']) await happens({ regarding: { ...aDraft().regarding, name } });
    expect(store.events.get('web.1')?.series?.count).toBe(3);
    await happens();
    expect(store.events.size).toBe(4);
  });
});

describe('flush', () => {
  test('writes what is gathered, and leaves no timer', async () => {
    const { store, time, writer, happens } = aWriter();
    for (let times = 0; times < 4; times++) await happens();
    await writer.flush(1000);
    expect(store.events.get('web.1')?.series?.count).toBe(4);
    expect(time.sleeping).toBe(0);
  });

  test('drops what it has no time for', async () => {
    const { store, time, told, writer } = aWriter();
    store.next = (signal) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
    writer.publish(aDraft());
    writer.publish(aDraft({ reason: 'Kept' }));
    await time.advance(0);
    const flushed = writer.flush(1000);
    await time.advance(1000);
    await flushed;
    expect(told).toEqual(['dropped web 1: out-of-time', 'dropped web 1: out-of-time']);
    expect(time.sleeping).toBe(0);
  });

  test('gives up a wait for the next attempt', async () => {
    const { store, time, told, writer, happens } = aWriter();
    store.next = () => new KubeFault('kube/throttled', 'too many', { retryAfterMs: minute });
    await happens();
    const flushed = writer.flush(1000);
    await time.advance(1000);
    await flushed;
    expect(told.at(-1)).toBe('dropped web 1: out-of-time');
    store.next = () => undefined;
    await happens();
    expect(told.at(-1)).toBe('created web.2 1');
  });

  test('with nothing to do takes no time', async () => {
    const { time, writer } = aWriter();
    await writer.flush(1000);
    expect(time.now()).toBe(startsAt);
    expect(time.sleeping).toBe(0);
  });
});
