import { reasonOf } from './faults.ts';
import { textReply, type Reply } from './reply.ts';

export type CheckVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

/** One thing that must hold. Synchronous: it looks at what is already known, so a probe never waits for the world. */
export interface Check {
  readonly name: string;
  readonly run: () => CheckVerdict;
}

export interface ChecksShown {
  readonly checks: readonly Check[];
  /** `healthz` or `readyz`: the last line names it. */
  readonly probe: string;
  /** Lists the checks that hold too. */
  readonly verbose: boolean;
}

/** 200 when every check holds, else 503; worded as Kubernetes' own probes are. */
export function checksReply({ checks, probe, verbose }: ChecksShown): Reply {
  const verdicts = checks.map((check) => ({ name: check.name, verdict: runSafely(check) }));
  const failed = verdicts.filter(({ verdict }) => !verdict.ok);
  if (failed.length === 0 && !verbose) return textReply(200, 'ok\n');
  const lines = (verbose ? verdicts : failed).map(({ name, verdict }) => line(name, verdict));
  const end = `${probe} check ${failed.length === 0 ? 'passed' : 'failed'}`;
  return textReply(failed.length === 0 ? 200 : 503, `${[...lines, end].join('\n')}\n`);
}

function line(name: string, verdict: CheckVerdict): string {
  // a reason may quote what somebody else wrote: it must not pass for a line of its own
  return verdict.ok ? `[+]${name} ok` : `[-]${name} failed: ${verdict.reason.replaceAll(/\s+/g, ' ')}`;
}

function runSafely(check: Check): CheckVerdict {
  try {
    return check.run();
  } catch (cause) {
    return { ok: false, reason: `the check itself broke: ${reasonOf(cause)}` };
  }
}
