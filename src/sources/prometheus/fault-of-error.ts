import { Fault } from '#base/fault.ts';
import { prometheusFault } from './faults.ts';

/** The fault that a broken exchange stands for. What is a fault already stays what it is. */
export function faultOfError(doing: string, thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const { code, message } = innermost(thrown);
  if (isDistrust(code)) return prometheusFault('prometheus/untrusted', `${doing}: TLS did not come about: ${message}`);
  if (code.startsWith('Z_') || code.startsWith('HPE_')) {
    return prometheusFault('prometheus/not-prometheus', `${doing}: the answer cannot be read: ${message}`);
  }
  // no cause is kept: an error of Node's may carry the request with its headers
  return prometheusFault('prometheus/unreachable', `${doing}: ${plainly(code, message)}`, { retry: 'soon' });
}

interface Inner {
  readonly code: string;
  readonly message: string;
}

/** Of several addresses tried, the first tells the story. */
function innermost(thrown: unknown): Inner {
  if (thrown instanceof AggregateError && thrown.errors.length > 0) return innermost(thrown.errors[0]);
  if (!(thrown instanceof Error)) return { code: '', message: String(thrown) };
  return { code: 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '', message: thrown.message };
}

/** No repeat makes a certificate trusted. */
function isDistrust(code: string): boolean {
  return /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_SSL_|ERR_OSSL_|EPROTO|INVALID_|HOSTNAME_MISMATCH)/.test(
    code,
  );
}

function plainly(code: string, message: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `the connection was refused (${message})`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the server's name is unknown (${message})`;
    case 'ETIMEDOUT':
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `no connection came about (${message})`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
      return `the connection was cut (${message})`;
    default:
      return message;
  }
}
