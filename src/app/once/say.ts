import { paintFor, type Terminal } from '#app/terminal.ts';
import { span } from '#views/span.ts';

/** What is said beside the answer, on stderr: a pipe carries the answer alone. */
export function sayRemarks({ stderr, env }: Terminal, remarks: readonly string[]): void {
  const paint = paintFor(stderr, env);
  for (const remark of remarks) stderr.write(`${paint('doubtful', 'note:')} ${remark}\n`);
}

/** Tells how long a watch still takes, each time it waits. */
export function sayObserving({ stderr }: Terminal): (leftMs: number) => void {
  return (leftMs) => void stderr.write(`watching for ${span(leftMs)} more\n`);
}
