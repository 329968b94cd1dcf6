import { Fault } from '#base/fault.ts';
import { KubeFault, type Taken } from './kube-fault.ts';

/** When in an exchange it broke. */
export type Stage = 'before-sending' | 'before-the-answer' | 'in-the-answer';

/** The fault a broken exchange stands for. What is a fault already stays what it is. */
export function faultOfError(error: unknown, doing: string, stage: Stage): Fault {
  if (error instanceof Fault) return error;
  const taken: Taken = stage === 'before-sending' ? 'no' : 'perhaps';
  const { code, message } = inner(error);
  if (isMalformed(code)) {
    return new KubeFault('kube/malformed', `${doing}: the answer cannot be read: ${message}`, { cause: error, taken });
  }
  const retry = isDistrust(code) ? 'never' : 'soon';
  return new KubeFault('kube/unreachable', `${doing}: ${plainly(code, message, stage)}`, {
    cause: error,
    taken,
    retry,
  });
}

interface Inner {
  readonly code: string;
  readonly message: string;
}

/** Of several addresses tried, the first tells the story. */
function inner(error: unknown): Inner {
  if (error instanceof AggregateError && error.errors.length > 0) return inner(error.errors[0]);
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const { cause } = error;
  // a proxy's faults wrap what really went wrong
  if (cause instanceof Error && codeOf(cause) !== '' && codeOf(error).startsWith('UND_ERR_PRX')) return inner(cause);
  return { code: codeOf(error), message: error.message };
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

const isMalformed = (code: string): boolean =>
  /^HPE_|^Z_|^ERR_PADDING|^ERR_BUFFER_TOO_LARGE$|^UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(code);

/** No repeat makes a certificate trusted. */
const isDistrust = (code: string): boolean =>
  /^(CERT_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_SSL_|EPROTO|INVALID_CA|HOSTNAME_MISMATCH)/.test(code);

function plainly(code: string, message: string, stage: Stage): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `the connection was refused (${message})`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the server's name is unknown (${message})`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `no connection in time (${message})`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_SOCKET':
      return `the connection was cut ${cutAt[stage]} (${message})`;
    default:
      return isDistrust(code) ? `TLS did not come about: ${message}` : message;
  }
}

const cutAt: Readonly<Record<Stage, string>> = {
  'before-sending': 'before the request was sent',
  'before-the-answer': 'before an answer came',
  'in-the-answer': 'in the middle of the answer',
};
