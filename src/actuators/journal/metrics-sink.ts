import { Counter, type Registry } from 'prom-client';
import { kinds } from './kinds.ts';
import type { JournalSink } from './sink.ts';

/** Counts entries by kind. */
export function metricsSink(registry: Registry): JournalSink {
  const entries = new Counter({
    name: 'plimsoll_journal_entries_total',
    help: 'Journal entries by kind: what was decided, done, refused or noticed.',
    labelNames: ['kind'] as const,
    registers: [registry],
  });
  // a series that starts at 0 lets the first entry show up as a rate
  for (const kind of Object.keys(kinds)) entries.inc({ kind }, 0);
  return { name: 'metrics', take: (entry) => entries.inc({ kind: entry.kind }) };
}
