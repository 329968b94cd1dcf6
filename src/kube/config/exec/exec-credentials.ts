import { Fault } from '#base/fault.ts';
import type { Credentials } from '#kube/config/credentials.ts';
import type { ConfigurationObserver } from '#kube/config/observer.ts';
import type { ExecAnswer } from './exec-answer.ts';

export interface ExecCredentialsOptions {
  /** How long before the end new credentials are asked for; a tenth of their life when that is shorter. */
  readonly renewBeforeMs: number;
  /** A plugin that just failed to renew, or whose fresh answer was refused as well, is left alone for so long. */
  readonly leaveAloneMs: number;
}

interface Held {
  readonly answer: ExecAnswer;
  /** From when on it should be renewed. */
  readonly renewAt: number;
}

/**
 * What a plugin answers, kept until shortly before its end; asked for anew once when refused.
 * However many requests want credentials at once, one plugin runs.
 */
export function execCredentials(
  command: string,
  ask: () => Promise<ExecAnswer>,
  options: ExecCredentialsOptions,
  observer: ConfigurationObserver,
): Credentials {
  let held: Held | undefined;
  let refused = false;
  let leaveAloneUntil = -Infinity;
  let asking: Promise<ExecAnswer> | undefined;

  const due = (now: number): boolean => {
    if (!held || (held.answer.expiresAt ?? Infinity) <= now) return true;
    return now >= leaveAloneUntil && (refused || now >= held.renewAt);
  };

  const askOnce = async (now: number): Promise<ExecAnswer> => {
    const before = held;
    // set before the plugin runs, so that neither a failure nor a second refusal starts it over and over
    if (before) leaveAloneUntil = now + options.leaveAloneMs;
    try {
      const answer = await ask();
      held = { answer, renewAt: renewalOf(answer, now, options.renewBeforeMs) };
      refused = false;
      observer.pluginAnswered?.(command, answer.expiresAt);
      return answer;
    } catch (cause) {
      if (!before || refused || (before.answer.expiresAt ?? Infinity) <= now || !(cause instanceof Fault)) throw cause;
      observer.pluginFailed?.(command, cause);
      return before.answer;
    }
  };

  const answerAt = (now: number): Promise<ExecAnswer> => {
    if (asking) return asking;
    if (held && !due(now)) return Promise.resolve(held.answer);
    asking = askOnce(now).finally(() => {
      asking = undefined;
    });
    return asking;
  };

  return {
    headers: async (now) => (await answerAt(now)).headers,
    clientCertificate: async (now) => (await answerAt(now)).certificate,
    refused(used) {
      if (held && (!used || used['authorization'] === held.answer.headers['authorization'])) refused = true;
    },
  };
}

function renewalOf(answer: ExecAnswer, now: number, renewBeforeMs: number): number {
  if (answer.expiresAt === undefined) return Infinity;
  const life = Math.max(0, answer.expiresAt - now);
  return answer.expiresAt - Math.min(renewBeforeMs, life / 10);
}
