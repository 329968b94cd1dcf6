import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { JournalEntry } from '#ports/journal.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';
import { journal } from './journal.ts';
import { countSinkFailures } from './sink-failures.ts';
import type { JournalSink } from './sink.ts';

const at = Date.UTC(2026, 0, 2, 3, 4, 5);
const clock = new VirtualClock(at);

/** A sink that writes what it hears into a list shared with others. */
function hearing(name: string, heard: string[]): JournalSink {
  return { name, take: (entry) => heard.push(`${name} ${entry.id.sequence} ${entry.reasons[0]}`) };
}

function throwing(name: string): JournalSink {
  return {
    name,
    take() {
      throw new Error(`${name} is full`);
    },
  };
}

function journalOf(sinks: readonly JournalSink[]) {
  const registry = new Registry();
  const told = journal(
    {
      clock,
      sinks,
      sinkFailed: countSinkFailures(
        registry,
        sinks.map(({ name }) => name),
      ),
    },
    'boot-a',
  );
  return { told, failures: () => registry.getSingleMetricAsString('plimsoll_journal_sink_failures_total') };
}

test('an entry carries the boot, its place in the sequence and the time', () => {
  const kept: JournalEntry[] = [];
  const { told } = journalOf([{ name: 'list', take: (entry) => kept.push(entry) }]);
  told.record({ kind: 'started', reasons: ['Started.'] });
  told.record({ kind: 'stopping', reasons: ['Asked to stop.'], facts: { signal: 'SIGTERM' } });
  expect(kept).toEqual([
    { kind: 'started', reasons: ['Started.'], id: { boot: 'boot-a', sequence: 1 }, at },
    {
      kind: 'stopping',
      reasons: ['Asked to stop.'],
      facts: { signal: 'SIGTERM' },
      id: { boot: 'boot-a', sequence: 2 },
      at,
    },
  ]);
});

test('every sink hears every entry, in the order of sinks, then of entries', () => {
  const heard: string[] = [];
  const { told } = journalOf([hearing('first', heard), hearing('second', heard)]);
  told.record({ kind: 'started', reasons: ['one'] });
  told.record({ kind: 'stopping', reasons: ['two'] });
  expect(heard).toEqual(['first 1 one', 'second 1 one', 'first 2 two', 'second 2 two']);
});

test('a sink that throws stops neither the others nor the caller, and is counted', async () => {
  const heard: string[] = [];
  const { told, failures } = journalOf([hearing('first', heard), throwing('broken'), hearing('last', heard)]);
  told.record({ kind: 'started', reasons: ['one'] });
  told.record({ kind: 'stopping', reasons: ['two'] });
  expect(heard).toEqual(['first 1 one', 'last 1 one', 'first 2 two', 'last 2 two']);
  expect(await failures()).toContain('plimsoll_journal_sink_failures_total{sink="broken"} 2');
});

test('sinks that never failed are counted as 0 from the start', async () => {
  const { failures } = journalOf([hearing('calm', [])]);
  expect(await failures()).toContain('plimsoll_journal_sink_failures_total{sink="calm"} 0');
});

test('a sink that records is refused and counted, and the order of the others is kept', async () => {
  const heard: string[] = [];
  const chatty: JournalSink = { name: 'chatty', take: () => told.record({ kind: 'started', reasons: ['again'] }) };
  const { told, failures } = journalOf([chatty, hearing('last', heard)]);
  told.record({ kind: 'started', reasons: ['one'] });
  told.record({ kind: 'stopping', reasons: ['two'] });
  expect(heard).toEqual(['last 1 one', 'last 2 two']);
  expect(await failures()).toContain('{sink="chatty"} 2');
});

test('even a counter of failures that throws does not reach the caller', () => {
  const sinkFailed = () => {
    throw new Error('no memory to count');
  };
  const told = journal({ clock, sinks: [throwing('broken')], sinkFailed }, 'boot-a');
  expect(() => told.record({ kind: 'started', reasons: [] })).not.toThrow();
});

test('no sink is shown a secret', () => {
  const kept: JournalEntry[] = [];
  const { told } = journalOf([{ name: 'list', take: (entry) => kept.push(entry) }]);
  told.record({
    kind: 'config-refused',
    reasons: ['Prometheus at https://ann:hunter2@prometheus.example/api does not answer.'],
    facts: { prometheusPassword: 'hunter2', tries: 3 },
  });
  expect(kept[0]?.reasons).toEqual(['Prometheus at https://[redacted]@prometheus.example/api does not answer.']);
  expect(kept[0]?.facts).toEqual({ prometheusPassword: '[redacted]', tries: 3 });
});
