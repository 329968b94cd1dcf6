import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import type { EntryKind } from '#ports/journal.ts';
import { kinds } from './kinds.ts';
import { metricsSink } from './metrics-sink.ts';

async function counted(told: readonly EntryKind[]): Promise<string> {
  const registry = new Registry();
  const sink = metricsSink(registry);
  for (const kind of told) sink.take({ kind, reasons: [], id: { boot: 'b', sequence: 1 }, at: 0 });
  return registry.metrics();
}

test('entries are counted by kind', async () => {
  const metrics = await counted(['started', 'config-refused', 'config-refused']);
  expect(metrics).toContain('plimsoll_journal_entries_total{kind="started"} 1');
  expect(metrics).toContain('plimsoll_journal_entries_total{kind="config-refused"} 2');
});

test('every kind has its series before anything is told', async () => {
  const metrics = await counted([]);
  for (const kind of Object.keys(kinds)) expect(metrics).toContain(`plimsoll_journal_entries_total{kind="${kind}"} 0`);
});
