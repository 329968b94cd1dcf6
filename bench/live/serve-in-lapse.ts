/**
 * `node serve-in-lapse.ts LAPSE ARGUMENTS…` is `plimsoll ARGUMENTS…`, where spans that nobody can configure, for one
 * setting serves all clusters, are LAPSE times shorter too: those that weigh the past and let workloads rest.
 */
import { runProgram } from '#app/program.ts';
import { Interruption } from '#app/terminal.ts';
import { memoryDefaults } from '#decisions/rescheduling/migration/memory-of-moves.ts';
import { migrationDefaults } from '#decisions/rescheduling/migration/migration-options.ts';
import { podPastDefaults } from '#decisions/rescheduling/guards/pod-past.ts';
import { relocationDefaults } from '#decisions/rescheduling/relocations/relocation-options.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';

const [script = '', lapseText, ...typed] = process.argv.slice(1);
const lapse = Number(lapseText);

/** Divides some of an object's spans, in place. */
function shorten<Options extends object>(options: Options, ...spans: readonly (keyof Options)[]): void {
  for (const span of spans) Object.assign(options, { [span]: Number(options[span]) / lapse });
}

shorten(forecastDefaults, 'stepMs');
shorten(relocationDefaults, 'youngHours');
shorten(memoryDefaults, 'cooldownMs', 'longestCooldownMs', 'windowMs');
shorten(podPastDefaults, 'podRestMs', 'noReturnMs', 'podWindowMs', 'flapFadeMs');
// the rest of these wait for the API server and for controllers, which take their own time
shorten(migrationDefaults, 'retryAfterMs', 'longestRetryMs', 'measuredWithinMs');

const interruption = new AbortController();
process.once('SIGTERM', () => interruption.abort(new Interruption('SIGTERM')));
const { env, stdout, stderr, stdin } = process;
process.exitCode = await runProgram({
  argv: [process.execPath, script, ...typed],
  env,
  stdout,
  stderr,
  stdin,
  signal: interruption.signal,
});
