import { dialects } from '#api/dialect.ts';
import { span } from '#views/span.ts';
import { type Finding, ok, warning } from './finding.ts';

/** What an API server said of itself. */
export interface ServerFacts {
  readonly server: string;
  /** As it writes it: `v1.37.0`. */
  readonly version: string;
  readonly minor: number;
  /** Whether this release speaks the dialect of that minor. */
  readonly known: boolean;
  /** Of some small questions, one after the other. */
  readonly tookMs: readonly number[];
  /** By how much our clock is ahead of the server's, as far as its whole seconds tell; unknown where it does not say. */
  readonly aheadMs: number | 'unknown';
}

/** Beyond this, samples of a Prometheus that agrees with the server would be refused, or ages be wrong. */
const MOST_SKEW_MS = 5000;
const SLOW_MS = 500;

export function judgeServer(facts: ServerFacts): readonly Finding[] {
  return [judgeVersion(facts), judgeLatency(facts), judgeClock(facts)];
}

function judgeVersion({ server, version, minor, known }: ServerFacts): Finding {
  const newest = dialects.at(-1)!.minor;
  if (known) return ok(`Kubernetes ${version} at ${server}: a version that is supported`);
  const range = `1.${dialects[0]!.minor} to 1.${newest}`;
  return warning(
    `Kubernetes ${version} at ${server} (minor ${minor}) is not known to this release, which knows ${range}`,
    `it is treated as 1.${newest}: take a release of Plimsoll that knows it`,
  );
}

function judgeLatency({ tookMs }: ServerFacts): Finding {
  const median = tookMs.toSorted((one, other) => one - other)[Math.floor(tookMs.length / 2)] ?? 0;
  const says = `it answers a small question in ${span(median)}`;
  if (median <= SLOW_MS) return ok(says);
  return warning(says, 'look at the network to the API server, and at what else loads it');
}

function judgeClock({ aheadMs }: ServerFacts): Finding {
  if (aheadMs === 'unknown') return ok('it does not say what time it is: clocks were not compared');
  // its header counts whole seconds
  if (Math.abs(aheadMs) <= MOST_SKEW_MS) return ok('its clock and ours agree to within a few seconds');
  const direction = aheadMs > 0 ? 'ahead of' : 'behind';
  return warning(
    `our clock is ${span(Math.abs(aheadMs))} ${direction} that of the API server`,
    'have both machines keep time by NTP: ages and leases are reckoned by the clock (chronyc tracking, timedatectl)',
  );
}
