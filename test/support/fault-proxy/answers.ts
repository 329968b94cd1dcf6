import type { Answer } from './fault.ts';

interface Refusal {
  readonly code: number;
  readonly reason: string;
  readonly message: string;
  readonly retryAfterS?: number;
}

/** A Status object, the way the API server says no. */
export function statusAnswer({ code, reason, message, retryAfterS }: Refusal): Answer {
  const details = retryAfterS === undefined ? {} : { details: { retryAfterSeconds: retryAfterS } };
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    reason,
    ...details,
    code,
  };
  return {
    kind: 'answer',
    status: code,
    headers: {
      'content-type': 'application/json',
      ...(retryAfterS === undefined ? {} : { 'retry-after': String(retryAfterS) }),
    },
    body: JSON.stringify(status),
  };
}

/** 429 of an API server that has too many in flight: plain text, and when to come again. */
export const throttled = (retryAfterS: number): Answer => ({
  kind: 'answer',
  status: 429,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'retry-after': String(retryAfterS) },
  body: 'Too many requests, please try again later.\n',
});

/** 429 without a word on when to come again. */
export const throttledWithoutRetryAfter: Answer = statusAnswer({
  code: 429,
  reason: 'TooManyRequests',
  message: 'too many requests, please try again later',
});

/** 500. */
export const internalError: Answer = statusAnswer({
  code: 500,
  reason: 'InternalError',
  message: 'Internal error occurred: etcdserver: leader changed',
});

/** 503 of the API server. */
export const unavailable = (retryAfterS?: number): Answer =>
  statusAnswer({
    code: 503,
    reason: 'ServiceUnavailable',
    message: 'the server is currently unable to handle the request',
    ...(retryAfterS === undefined ? {} : { retryAfterS }),
  });

/** 503 of a load balancer that has no API server to give. */
export const noBackend: Answer = {
  kind: 'answer',
  status: 503,
  headers: { 'content-type': 'text/html', 'cache-control': 'no-cache' },
  body: '<html><body><h1>503 Service Unavailable</h1>\nNo server is available to handle this request.\n</body></html>\n',
};

/** 401. */
export const unauthorised: Answer = statusAnswer({ code: 401, reason: 'Unauthorized', message: 'Unauthorized' });
