import type { KubeCode } from '#kube/faults.ts';
import { withoutSecrets } from '#kube/config/exec/without-secrets.ts';
import { KubeFault } from './kube-fault.ts';
import { retryAfterMs } from './retry-after.ts';
import { readStatus, type StatusBody } from './status-body.ts';

/** An answer that is not below 300, its body read as far as messages need it. */
export interface Refusal {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

const quoteLimit = 200; // characters

/** What the fault of an answer needs to know of the request. */
export interface Context {
  /** The request in a few words. */
  readonly doing: string;
  readonly now: number;
  /** What was sent and must not come back in a message: some pages of errors repeat the request. */
  readonly secrets: readonly string[];
}

/** The fault an answer stands for. */
export function faultOfAnswer(refusal: Refusal, { doing, now, secrets }: Context): KubeFault {
  const { status, headers, text } = refusal;
  const told = readStatus(text);
  const code = codeOf(status, told);
  return new KubeFault(code, `${doing}: ${sentence(refusal, told, secrets)}`, {
    status,
    reason: told?.reason,
    causes: told?.causes,
    retryAfterMs: retryAfterMs(one(headers['retry-after']), now) ?? told?.retryAfterMs ?? flowControlMs(refusal, told),
    continueWith: told?.continueWith,
    taken: status >= 500 || status === 408 ? 'perhaps' : 'no',
    ...(code === 'kube/server-error' && status < 500 ? { retry: 'never' } : {}),
  });
}

/** The server's own flow control answers plain text before it looks at a request, and means about a second. */
function flowControlMs({ status, headers }: Refusal, told: StatusBody | undefined): number | undefined {
  const isFlowControl = status === 429 && told === undefined && headers['x-kubernetes-pf-flowschema-uid'] !== undefined;
  return isFlowControl ? 1000 : undefined;
}

function codeOf(status: number, told: StatusBody | undefined): KubeCode {
  if (status === 410 || told?.reason === 'Expired' || told?.reason === 'Gone') return 'kube/gone';
  const known = codes[status];
  if (known !== undefined) return known;
  // a redirect is not followed: credentials would go where nobody said they may
  return status >= 400 && status < 500 ? 'kube/invalid' : 'kube/server-error';
}

const codes: Readonly<Record<number, KubeCode>> = {
  401: 'kube/unauthorised',
  403: 'kube/forbidden',
  404: 'kube/not-found',
  408: 'kube/timeout',
  409: 'kube/conflict',
  429: 'kube/throttled',
  504: 'kube/timeout',
};

function sentence(
  { status, headers, text }: Refusal,
  told: StatusBody | undefined,
  secrets: readonly string[],
): string {
  if (status < 400) {
    const target = withoutSecrets(one(headers['location']) ?? 'nowhere', secrets);
    return `answered ${status}, a redirect to ${target}, which is not followed`;
  }
  // a Status is Kubernetes' own: only what we know to be secret is taken out, as long names look like secrets
  if (told !== undefined)
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[blanked]'), inFull(status, told));
  const quoted = withoutSecrets(firstLine(text), secrets).slice(0, quoteLimit);
  return quoted === '' ? `answered ${status}` : `answered ${status}: ${quoted}`;
}

/** With those causes that the message leaves out, as that of a refused eviction does. */
function inFull(status: number, { message, reason, causes }: StatusBody): string {
  const told = message ?? reason ?? `answered ${status}`;
  const untold = causes.map((cause) => cause.message).filter((cause) => cause !== '' && !told.includes(cause));
  return untold.length === 0 ? told : `${told} ${untold.join(' ')}`;
}

/** What a person would read first: of a page in HTML its first line of text. */
function firstLine(text: string): string {
  const plain = text.trimStart().startsWith('<')
    ? text.replaceAll(/<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi, '\n')
    : text;
  return (
    plain
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.trim() ?? ''
  );
}

const one = (header: string | string[] | undefined): string | undefined => (Array.isArray(header) ? header[0] : header);
