/** What went wrong between us and a server, whatever it is a server of. */
export interface NetworkError {
  /** `distrust`: no repeat makes a certificate trusted. `unreadable`: what came back is no answer. */
  readonly kind: 'distrust' | 'unreadable' | 'unreachable';
  /** In plain words, with those of the system. */
  readonly saying: string;
}

/** What a thrown error of Node's or undici's stands for; `cut` says when a connection was, as in `before an answer came`. */
export function networkErrorOf(error: unknown, cut: string = ''): NetworkError {
  const { code, message } = inner(error);
  if (isUnreadable(code)) return { kind: 'unreadable', saying: `the answer cannot be read: ${message}` };
  if (isDistrust(code)) return { kind: 'distrust', saying: `TLS did not come about: ${message}` };
  return { kind: 'unreachable', saying: plainly(code, message, cut) };
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

const isUnreadable = (code: string): boolean =>
  /^HPE_|^Z_|^ERR_PADDING|^ERR_BUFFER_TOO_LARGE$|^UND_ERR_(HEADERS_OVERFLOW|RES_)/.test(code);

const isDistrust = (code: string): boolean =>
  /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|ERR_SSL_|ERR_OSSL_|EPROTO|INVALID_|HOSTNAME_MISMATCH)/.test(code);

function plainly(code: string, message: string, cut: string): string {
  switch (code) {
    case 'ECONNREFUSED':
      return `the connection was refused (${message})`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `the server's name is unknown (${message})`;
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `no connection in time (${message})`;
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return `no way leads to the server (${message})`;
    case 'ECONNRESET':
    case 'EPIPE':
    case 'ECONNABORTED':
    case 'UND_ERR_SOCKET':
      return `the connection was cut ${cut === '' ? '' : `${cut} `}(${message})`;
    default:
      return message;
  }
}
