import type { LoadLines } from '#controllers/load-keeper.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { loadDefaults } from '#load/options.ts';

/** What load is judged by where nothing is configured. */
export const installedLines: LoadLines = {
  signals: builtInSignals(loadDefaults, annotationsDefaults),
  options: loadDefaults,
  prefix: annotationsDefaults.prefix,
};

/** Between two readings of load. */
export const READING_EVERY_MS = 30_000;

/** How far back it is asked what pods used. */
export const HISTORY_MS = 86_400_000;
