import type { Clock } from '#ports/clock.ts';
import type { Journal, JournalEntry, Telling } from '#ports/journal.ts';
import { redactTelling } from './redact.ts';
import type { SinkFailed } from './sink-failures.ts';
import type { JournalSink } from './sink.ts';

export interface JournalParts {
  readonly clock: Clock;
  /** Handed each entry in this order. */
  readonly sinks: readonly JournalSink[];
  readonly sinkFailed: SinkFailed;
}

/**
 * The journal of one boot. An entry is stamped, cleaned of secrets once for all sinks, and handed to each in turn;
 * every sink has seen an entry before any sees the next.
 */
export function journal(parts: JournalParts, boot: string): Journal {
  let sequence = 0;
  let listening: JournalSink | undefined;

  function fail(sink: JournalSink, cause: unknown): void {
    try {
      parts.sinkFailed(sink, cause);
    } catch {
      // counting is the last resort: nobody is left to be told
    }
  }

  function hand(entry: JournalEntry): void {
    for (const sink of parts.sinks) {
      listening = sink;
      try {
        sink.take(entry);
      } catch (cause) {
        fail(sink, cause);
      }
    }
    listening = undefined;
  }

  return {
    record(telling: Telling): void {
      if (listening !== undefined) {
        // taken, it would overtake the entry still being handed out, or never end
        return fail(listening, new Error(`a ${telling.kind} entry came from a sink: sinks only listen`));
      }
      sequence += 1;
      hand({ ...redactTelling(telling), id: { boot, sequence }, at: parts.clock.now() });
    },
  };
}
