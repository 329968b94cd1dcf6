/** What proves who we are, and whom we trust. Files are read anew for every request, so that rotation needs no restart. */
export interface SecurityOptions {
  readonly caFile?: string;
  /** Both or none. */
  readonly certFile?: string;
  readonly keyFile?: string;
  readonly serverName?: string;
  /** Holds a bearer token. */
  readonly tokenFile?: string;
  /** Wins over a user in the URL. */
  readonly basic?: { readonly user: string; readonly passwordFile: string };
  /** Sent with every request, such as `X-Scope-OrgID`. Their values are taken for secrets. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly proxyUrl?: string;
}

export interface PrometheusOptions {
  /** Below it `/api/v1/query` answers. May hold user and password. */
  readonly url: string;
  readonly security: SecurityOptions;
  /** For one query, its body included. */
  readonly deadlineMs: number;
  /** Unpacked. */
  readonly longestAnswerBytes: number;
  /** Queries under way at once. */
  readonly atOnce: number;
  readonly userAgent: string;
}

export const prometheusDefaults: Omit<PrometheusOptions, 'url'> = {
  security: {},
  deadlineMs: 25_000,
  longestAnswerBytes: 512 * 1024 * 1024,
  atOnce: 4,
  userAgent: 'plimsoll',
};
