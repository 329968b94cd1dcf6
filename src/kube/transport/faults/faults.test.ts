import { expect, test } from 'vitest';
import { aStatus } from '#kube/transport/fixtures/a-server.ts';
import { faultOfAnswer } from './fault-of-answer.ts';
import { faultOfError } from './fault-of-error.ts';

const now = Date.UTC(2030, 0, 1);
const page =
  '<!doctype html>\n<html><head><style>a { b: c }</style><title>502 Bad Gateway</title></head>\n<body>nginx</body></html>';

const answers: readonly {
  name: string;
  status: number;
  body?: object | string;
  headers?: Record<string, string>;
  want: object;
}[] = [
  {
    name: '400',
    status: 400,
    body: aStatus(400, 'BadRequest'),
    want: { code: 'kube/invalid', retry: 'never', taken: 'no' },
  },
  { name: '401', status: 401, body: aStatus(401, 'Unauthorized'), want: { code: 'kube/unauthorised', retry: 'never' } },
  {
    name: '403',
    status: 403,
    body: aStatus(403, 'Forbidden'),
    want: { code: 'kube/forbidden', message: 'GET /x: Forbidden it is' },
  },
  {
    name: '404',
    status: 404,
    body: aStatus(404, 'NotFound'),
    want: { code: 'kube/not-found', status: 404, reason: 'NotFound' },
  },
  {
    name: '409: somebody was faster',
    status: 409,
    body: aStatus(409, 'Conflict'),
    want: { code: 'kube/conflict', reason: 'Conflict', retry: 'soon' },
  },
  {
    name: '409: there is one already',
    status: 409,
    body: aStatus(409, 'AlreadyExists'),
    want: { code: 'kube/conflict', reason: 'AlreadyExists' },
  },
  {
    name: '410 with the token that goes on',
    status: 410,
    body: aStatus(410, 'Expired', { metadata: { continue: 'abc' } }),
    want: { code: 'kube/gone', reason: 'Expired', continueWith: 'abc', retry: 'soon' },
  },
  { name: 'Expired, whatever the status', status: 400, body: aStatus(400, 'Expired'), want: { code: 'kube/gone' } },
  {
    name: '422 with the fields to blame',
    status: 422,
    body: aStatus(422, 'Invalid', {
      details: { causes: [{ reason: 'FieldValueInvalid', message: 'must be positive', field: 'spec.replicas' }, 7] },
    }),
    want: {
      code: 'kube/invalid',
      causes: [{ reason: 'FieldValueInvalid', message: 'must be positive', field: 'spec.replicas' }],
    },
  },
  {
    name: '413 without a Status',
    status: 413,
    body: 'too large',
    want: { code: 'kube/invalid', message: 'GET /x: answered 413: too large' },
  },
  {
    name: '429 for a disruption budget tells the budget',
    status: 429,
    body: aStatus(429, 'TooManyRequests', {
      details: { causes: [{ reason: 'DisruptionBudget', message: 'needs 2 and has 2' }] },
    }),
    want: {
      code: 'kube/throttled',
      message: 'GET /x: TooManyRequests it is needs 2 and has 2',
      retryAfterMs: undefined,
    },
  },
  {
    name: '429 with seconds in the header',
    status: 429,
    headers: { 'retry-after': '7' },
    want: { code: 'kube/throttled', retryAfterMs: 7000 },
  },
  {
    name: '429 with seconds in the Status',
    status: 429,
    body: aStatus(429, 'T', { details: { retryAfterSeconds: 3 } }),
    want: { retryAfterMs: 3000 },
  },
  {
    name: '429 of flow control',
    status: 429,
    body: 'Too many',
    headers: { 'x-kubernetes-pf-flowschema-uid': 'x' },
    want: { retryAfterMs: 1000 },
  },
  {
    name: '500 may have been taken',
    status: 500,
    body: aStatus(500, 'InternalError'),
    want: { code: 'kube/server-error', taken: 'perhaps', retry: 'soon' },
  },
  {
    name: '502 of something in front',
    status: 502,
    body: page,
    want: { code: 'kube/server-error', message: 'GET /x: answered 502: 502 Bad Gateway' },
  },
  {
    name: '503 with a date',
    status: 503,
    headers: { 'retry-after': new Date(now + 9000).toUTCString() },
    want: { retryAfterMs: 9000 },
  },
  {
    name: '504',
    status: 504,
    body: aStatus(504, 'Timeout'),
    want: { code: 'kube/timeout', status: 504, taken: 'perhaps' },
  },
  { name: 'an empty body', status: 418, want: { code: 'kube/invalid', message: 'GET /x: answered 418' } },
  {
    name: 'long nonsense is quoted shortly',
    status: 500,
    body: 'ab '.repeat(500),
    want: { message: expect.stringMatching(/^.{220,230}$/) },
  },
  {
    name: 'a page that repeats the request tells no secret',
    status: 500,
    body: 'you sent Authorization: Bearer topsecret',
    want: { message: 'GET /x: answered 500: you sent Authorization: Bearer [blanked]' },
  },
  {
    name: 'a long name in a Status is no secret',
    status: 404,
    body: aStatus(404, 'NotFound', {
      message: `pods "a-quite-long-deployment-name-of-a-team-7d4b9c6f5d-x2x4z" not found`,
    }),
    want: { message: 'GET /x: pods "a-quite-long-deployment-name-of-a-team-7d4b9c6f5d-x2x4z" not found' },
  },
  {
    name: 'JSON that is no Status',
    status: 500,
    body: '{"kind":"Pod"}',
    want: { message: 'GET /x: answered 500: {"kind":"Pod"}' },
  },
  {
    name: 'a Status with nonsense in it',
    status: 500,
    body: '{"kind":"Status","details":[],"message":7}',
    want: { message: 'GET /x: answered 500', causes: [] },
  },
];
for (const { name, status, body = '', headers = {}, want } of answers) {
  test(`answer: ${name}`, () => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(faultOfAnswer({ status, headers, text }, { doing: 'GET /x', now, secrets: ['topsecret'] })).toMatchObject(
      want,
    );
  });
}

const coded = (code: string, message = code): Error => Object.assign(new Error(message), { code });
const errors: readonly { name: string; error: unknown; stage?: Parameters<typeof faultOfError>[2]; want: object }[] = [
  {
    name: 'refused',
    error: coded('ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443'),
    want: {
      code: 'kube/unreachable',
      taken: 'no',
      message: 'GET /x: the connection was refused (connect ECONNREFUSED 10.0.0.1:443)',
    },
  },
  {
    name: 'of many addresses the first',
    error: new AggregateError([coded('ECONNREFUSED'), coded('ENETUNREACH')]),
    want: { message: 'GET /x: the connection was refused (ECONNREFUSED)' },
  },
  {
    name: 'no such name',
    error: coded('ENOTFOUND'),
    want: { code: 'kube/unreachable', message: "GET /x: the server's name is unknown (ENOTFOUND)" },
  },
  {
    name: 'cut early',
    error: coded('ECONNRESET'),
    stage: 'before-the-answer',
    want: {
      code: 'kube/unreachable',
      taken: 'perhaps',
      retry: 'soon',
      message: 'GET /x: the connection was cut before an answer came (ECONNRESET)',
    },
  },
  {
    name: 'cut late',
    error: coded('UND_ERR_SOCKET', 'other side closed'),
    stage: 'in-the-answer',
    want: { message: 'GET /x: the connection was cut in the middle of the answer (other side closed)' },
  },
  {
    name: 'not trusted',
    error: coded('CERT_HAS_EXPIRED', 'certificate has expired'),
    want: {
      code: 'kube/unreachable',
      retry: 'never',
      message: 'GET /x: TLS did not come about: certificate has expired',
    },
  },
  {
    name: 'not HTTP',
    error: coded('HPE_INVALID_CONSTANT', 'Expected HTTP/'),
    stage: 'before-the-answer',
    want: { code: 'kube/malformed', message: 'GET /x: the answer cannot be read: Expected HTTP/' },
  },
  {
    name: 'a proxy that is not there',
    error: Object.assign(new Error('Proxy', { cause: coded('ECONNREFUSED') }), { code: 'UND_ERR_PRX_CONN' }),
    want: { message: 'GET /x: the connection was refused (ECONNREFUSED)' },
  },
  { name: 'anything', error: 'odd', want: { code: 'kube/unreachable', message: 'GET /x: odd' } },
];
for (const { name, error, stage = 'before-sending', want } of errors) {
  test(`error: ${name}`, () => expect(faultOfError(error, 'GET /x', stage)).toMatchObject(want));
}
