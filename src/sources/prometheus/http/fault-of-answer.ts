import type { Fault } from '#base/fault.ts';
import { excerptOf, isHtml } from './excerpt.ts';
import { prometheusFault, type PrometheusFaultCode } from './faults.ts';

/** An answer that is no result, as far as it was read. */
export interface Refusal {
  readonly status: number;
  /** Where it sends us; only the server it names is told. */
  readonly location?: string;
  readonly text: string;
}

/** What Prometheus says when it cannot: `errorType` and `error` of its API. */
export interface ApiError {
  readonly errorType: string;
  readonly error: string;
}

/** The fault that an answer stands for. `doing` says what was asked, of whom. */
export function faultOfAnswer(doing: string, refusal: Refusal): Fault {
  const { status, text } = refusal;
  if (status >= 300 && status < 400) return faultOfRedirect(doing, refusal);
  const apiError = apiErrorIn(text);
  if (apiError !== undefined && status !== 401 && status !== 403) return faultOfApiError(doing, apiError);
  const code = codeOfStatus(status);
  return fault(code, `${doing}: answered ${status}${saying(text)}`);
}

/** The fault that Prometheus' own words stand for. */
export function faultOfApiError(doing: string, { errorType, error }: ApiError): Fault {
  return fault(codeOfErrorType(errorType), `${doing}: ${errorType}: ${excerptOf(error)}`);
}

/** The fault of an answer that is not JSON. */
export function faultOfText(doing: string, text: string): Fault {
  if (isHtml(text)) {
    return fault('prometheus/not-prometheus', `${doing}: answered by an HTML page${saying(text)}: a login or a proxy?`);
  }
  return fault('prometheus/not-prometheus', `${doing}: the answer is not JSON${saying(text)}`);
}

function faultOfRedirect(doing: string, { status, location = '' }: Refusal): Fault {
  const origin = URL.parse(location)?.origin;
  const where = origin === undefined ? 'elsewhere' : `to ${origin}`;
  return prometheusFault('prometheus/not-prometheus', `${doing}: answered ${status}: sent ${where}, a login?`, {
    remedy: 'give the URL that answers itself: credentials are not sent after a redirect to another server',
  });
}

function saying(text: string): string {
  const excerpt = excerptOf(text);
  return excerpt === '' ? '' : `: ${excerpt}`;
}

function apiErrorIn(text: string): ApiError | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
    const { error } = answer;
    const errorType = 'errorType' in answer && typeof answer.errorType === 'string' ? answer.errorType : 'error';
    return typeof error === 'string' && 'status' in answer ? { errorType, error } : undefined;
  } catch {
    return undefined;
  }
}

function codeOfErrorType(errorType: string): PrometheusFaultCode {
  switch (errorType) {
    case 'bad_data':
    case 'execution':
    case '422':
      return 'prometheus/bad-query';
    case 'timeout':
      return 'prometheus/timeout';
    case 'not_found':
      return 'prometheus/not-prometheus';
    default:
      return 'prometheus/server-error';
  }
}

function codeOfStatus(status: number): PrometheusFaultCode {
  if (status === 401 || status === 403 || status === 407) return 'prometheus/refused';
  if (status === 408 || status === 504) return 'prometheus/timeout';
  if (status === 422) return 'prometheus/bad-query';
  if (status === 429 || status >= 500) return 'prometheus/server-error';
  return 'prometheus/not-prometheus';
}

const passing: ReadonlySet<PrometheusFaultCode> = new Set(['prometheus/server-error', 'prometheus/timeout'] as const);

function fault(code: PrometheusFaultCode, message: string): Fault {
  return prometheusFault(code, message, { retry: passing.has(code) ? 'soon' : 'never' });
}
