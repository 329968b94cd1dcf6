import { pino, type DestinationStream, type Logger } from 'pino';
import type { JournalEntry } from '#ports/journal.ts';
import { kinds, type LogLevel } from './kinds.ts';
import type { JournalSink } from './sink.ts';

export interface LogOptions {
  /** The least level that is written. */
  readonly level: LogLevel;
}

export const logDefaults: LogOptions = { level: 'info' };

/** One line of JSON an entry, in the entry's own time: `time level kind subject facts boot seq msg`. */
export function logSink(destination: DestinationStream, options: LogOptions = logDefaults): JournalSink {
  const logger = lineLogger(destination, options);
  return {
    name: 'log',
    take: (entry) => logger[kinds[entry.kind].level](fieldsOf(entry), entry.reasons[0] ?? entry.kind),
  };
}

// no transports: they start worker threads from files, which a bundle does not have
function lineLogger(destination: DestinationStream, options: LogOptions): Logger {
  return pino(
    { level: options.level, base: null, timestamp: false, formatters: { level: (level) => ({ level }) } },
    destination,
  );
}

function fieldsOf(entry: JournalEntry): object {
  return {
    time: new Date(entry.at).toISOString(),
    kind: entry.kind,
    subject: entry.subject,
    about: entry.about,
    // the first reason is the message
    further: entry.reasons.length > 1 ? entry.reasons.slice(1) : undefined,
    facts: entry.facts,
    boot: entry.id.boot,
    seq: entry.id.sequence,
  };
}
