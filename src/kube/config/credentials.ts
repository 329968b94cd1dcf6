import { kubeFault } from '#kube/faults.ts';

/** Request headers that say who we are. */
export type AuthHeaders = Readonly<Record<string, string>>;

/** A TLS client certificate and its key, PEM. The same object as long as nothing changed: compare by identity. */
export interface ClientCertificate {
  readonly cert: string;
  readonly key: string;
}

/** Who we are to the API server. Asked before every request: what can be kept is kept inside. */
export interface Credentials {
  headers(now: number): Promise<AuthHeaders>;
  /** For the TLS handshake; absent, or answered with nothing, when there is none. */
  clientCertificate?(now: number): Promise<ClientCertificate | undefined>;
  /**
   * Told on a 401, with the headers that were refused: the next answer is read or made afresh.
   * Many requests may be refused at once; those refused for headers no longer in use change nothing.
   */
  refused(used?: AuthHeaders): void;
}

/** Nobody in particular. */
export const anonymous: Credentials = {
  headers: () => Promise.resolve({}),
  refused: () => {},
};

/** A token that is what it is. */
export function staticToken(token: string, whence: string): Credentials {
  const headers = bearer(token, whence);
  return { headers: () => Promise.resolve(headers), refused: () => {} };
}

/** The header that shows a token; `whence` says where the token was found, should it be none. */
export function bearer(token: string, whence: string): AuthHeaders {
  const trimmed = token.trim();
  if (trimmed === '')
    throw kubeFault('kube/bad-credentials', `reading token ${whence}: it is empty`, { retry: 'soon' });
  // what cannot stand in a header would be refused later, by an error that names no place
  if (/[^\x20-\x7e]/.test(trimmed)) {
    throw kubeFault(
      'kube/bad-credentials',
      `reading token ${whence}: it holds a line break or another character no token has`,
    );
  }
  return { authorization: `Bearer ${trimmed}` };
}

/** User name and password, RFC 7617. */
export function basic(username: string, password: string): Credentials {
  const headers: AuthHeaders = { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` };
  return { headers: () => Promise.resolve(headers), refused: () => {} };
}

/** A client certificate for the handshake and a token for the request may be shown at once. */
export function together(certificate: Credentials, rest: Credentials): Credentials {
  return {
    headers: (now) => rest.headers(now),
    clientCertificate: async (now) => certificate.clientCertificate?.(now),
    refused(used) {
      certificate.refused(used);
      rest.refused(used);
    },
  };
}
