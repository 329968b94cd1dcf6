#!/usr/bin/env -S node --max-semi-space-size=16 --gc-memory-reducer-start-delay-ms=60000
// why: docs/decisions/0006-a-small-young-generation.md, 0007-memory-given-back-after-a-quiet-minute.md
import { runProgram } from '#app/program.ts';
import { Interruption } from '#app/terminal.ts';

const interruption = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) {
  // only the first is a request; a second one kills
  process.once(name, () => interruption.abort(new Interruption(name)));
}
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // whoever reads has read enough: `plimsoll config | head`
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});

process.exitCode = await runProgram({
  argv: process.argv,
  env: process.env,
  stdout: process.stdout,
  stderr: process.stderr,
  stdin: process.stdin,
  signal: interruption.signal,
});
