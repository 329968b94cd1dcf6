import { InvalidArgumentError } from 'commander';
import { parseDuration } from '#base/duration.ts';

/** Reads the value of a flag that takes a duration, in milliseconds. */
export function durationFlag(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError(`${text} is not a duration such as 30s or 1h30m.`);
  return ms;
}

/** The same, of time that passes: none is no answer. */
export function timePassingFlag(text: string): number {
  const ms = durationFlag(text);
  if (ms === 0) throw new InvalidArgumentError('No time would pass.');
  return ms;
}
