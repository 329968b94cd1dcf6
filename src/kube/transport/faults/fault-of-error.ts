import { Fault } from '#base/fault.ts';
import { KubeFault, type Taken } from './kube-fault.ts';
import { networkErrorOf } from './network-error.ts';

/** When in an exchange it broke. */
export type Stage = 'before-sending' | 'before-the-answer' | 'in-the-answer';

/** The fault a broken exchange stands for. What is a fault already stays what it is. */
export function faultOfError(error: unknown, doing: string, stage: Stage): Fault {
  if (error instanceof Fault) return error;
  const taken: Taken = stage === 'before-sending' ? 'no' : 'perhaps';
  const { kind, saying } = networkErrorOf(error, cutAt[stage]);
  const message = `${doing}: ${saying}`;
  if (kind === 'unreadable') return new KubeFault('kube/malformed', message, { cause: error, taken });
  const retry = kind === 'distrust' ? 'never' : 'soon';
  return new KubeFault('kube/unreachable', message, { cause: error, taken, retry });
}

const cutAt: Readonly<Record<Stage, string>> = {
  'before-sending': 'before the request was sent',
  'before-the-answer': 'before an answer came',
  'in-the-answer': 'in the middle of the answer',
};
