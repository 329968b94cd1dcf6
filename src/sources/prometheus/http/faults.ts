import { faultsOf, type FaultCatalogue, type FaultMaker } from '#base/fault.ts';

export type PrometheusFaultCode =
  | 'prometheus/bad-credentials'
  | 'prometheus/bad-query'
  | 'prometheus/no-query'
  | 'prometheus/no-series'
  | 'prometheus/not-prometheus'
  | 'prometheus/refused'
  | 'prometheus/server-error'
  | 'prometheus/timeout'
  | 'prometheus/too-large'
  | 'prometheus/unreachable'
  | 'prometheus/untrusted';

export const prometheusFaults: FaultCatalogue<PrometheusFaultCode> = {
  'prometheus/bad-credentials': {
    means: 'A file or value that is to prove who we are to Prometheus, or whom we trust, cannot be used.',
    remedy: 'check the path, the rights on the file and its content',
  },
  'prometheus/bad-query': {
    means: 'Prometheus cannot evaluate a query, or a query gives something other than one value a series.',
    remedy: 'correct the query; what the server says of it stands in the message',
  },
  'prometheus/no-query': {
    means: 'Prometheus is to be asked for something that no query is configured for.',
    remedy: 'configure its query, or have another source asked for it',
  },
  'prometheus/no-series': {
    means: 'A query has an answer without a single series: the metric it asks for is not there, or was renamed.',
    remedy: 'check that the exporter is scraped, or replace the query; `plimsoll doctor` runs each of them',
  },
  'prometheus/not-prometheus': {
    means: "What answered does not speak Prometheus' HTTP API: a login page, a proxy, or another path of the server.",
    remedy:
      'give the base URL below which /api/v1/query answers, and the credentials that what stands in front asks for',
  },
  'prometheus/refused': {
    means: 'Prometheus, or what stands in front of it, does not accept our credentials or does not let us query.',
    remedy: 'check the token, password or client certificate, and the rights that go with it',
  },
  'prometheus/server-error': {
    means: 'Prometheus, or what stands in front of it, could not answer just now.',
    remedy: "wait, and look at the server's own log when it goes on",
  },
  'prometheus/timeout': {
    means: 'An answer did not come in time.',
    remedy: 'look at the load of Prometheus, give the query more time, or make it cheaper by a recording rule',
  },
  'prometheus/too-large': {
    means: 'An answer is larger than what we are ready to read.',
    remedy: 'narrow the query, or raise the limit',
  },
  'prometheus/unreachable': {
    means: 'No connection to Prometheus came about, or it was cut.',
    remedy: 'check the URL, that Prometheus runs, and what network policies and proxies stand between',
  },
  'prometheus/untrusted': {
    means: 'The TLS handshake with Prometheus failed: its certificate is not trusted, or ours is not accepted.',
    remedy: 'give the file of the authority that signed its certificate, and the host name that stands in it',
  },
};

/** Makes the faults of reading from Prometheus. */
export const prometheusFault: FaultMaker<PrometheusFaultCode> = faultsOf(prometheusFaults);
