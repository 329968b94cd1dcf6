import { Counter, type Registry } from 'prom-client';
import type { JournalSink } from './sink.ts';

/** Told when a sink could not take an entry. */
export type SinkFailed = (sink: JournalSink, cause: unknown) => void;

/** Makes the failures of sinks visible: nothing else does, for a broken sink cannot tell of itself. */
export function countSinkFailures(registry: Registry, names: readonly string[]): SinkFailed {
  const failures = new Counter({
    name: 'plimsoll_journal_sink_failures_total',
    help: 'Journal entries a sink could not take.',
    labelNames: ['sink'] as const,
    registers: [registry],
  });
  // a series that starts at 0 lets the first failure show up as a rate
  for (const sink of names) failures.inc({ sink }, 0);
  return (sink) => failures.inc({ sink: sink.name });
}
