import { Option } from 'commander';
import { stringify } from 'yaml';

export type OutputFormat = 'table' | 'wide' | 'json' | 'yaml';

/** The flag `-o`, for commands that print rows (`table`, `wide`) and for those that print only structure. */
export function outputOption(formats: readonly OutputFormat[], fallback?: OutputFormat): Option {
  const option = new Option(`-o, --output <${formats.join('|')}>`, 'How the answer is printed.').choices(formats);
  return fallback === undefined ? option : option.default(fallback);
}

/** A value for machines. */
export function structured(value: unknown, format: 'json' | 'yaml'): string {
  return format === 'json' ? `${JSON.stringify(value, null, 2)}\n` : stringify(value);
}
