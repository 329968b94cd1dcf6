import { readFile } from 'node:fs/promises';
import type { BaseUrl } from './base-url.ts';
import type { TlsMaterial } from './exchange.ts';
import { prometheusFault } from './faults.ts';
import type { SecurityOptions } from './options.ts';

/** Who we are at this moment. */
export interface Identity {
  readonly tls: TlsMaterial;
  readonly headers: Readonly<Record<string, string>>;
  /** What must not stand in any message, in each spelling it may come back in. */
  readonly secrets: readonly string[];
}

/** Reads the files anew: tokens and certificates are rotated under us. */
export async function readIdentity(base: BaseUrl, security: SecurityOptions): Promise<Identity> {
  const [tls, authorization] = await Promise.all([readTls(security), readAuthorization(base, security)]);
  const headers = checkedHeaders({ ...security.headers, ...authorization.headers });
  return {
    tls,
    headers,
    secrets: [...authorization.secrets, ...Object.values(security.headers ?? {}), ...inUrls(base, security)],
  };
}

async function readTls({ caFile, certFile, keyFile, serverName }: SecurityOptions): Promise<TlsMaterial> {
  if ((certFile === undefined) !== (keyFile === undefined)) {
    throw prometheusFault('prometheus/bad-credentials', 'a client certificate and its key go together: one is missing');
  }
  const [ca, cert, key] = await Promise.all([
    read(caFile, 'the authority'),
    read(certFile, 'the client certificate'),
    read(keyFile, "the client certificate's key"),
  ]);
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(serverName === undefined ? {} : { serverName }),
  };
}

interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  readonly secrets: readonly string[];
}

async function readAuthorization(base: BaseUrl, { tokenFile, basic }: SecurityOptions): Promise<Authorization> {
  if (tokenFile !== undefined) {
    const token = (await read(tokenFile, 'the bearer token'))!;
    return { headers: { authorization: `Bearer ${token}` }, secrets: [token] };
  }
  if (basic !== undefined) return basicOf(basic.user, (await read(basic.passwordFile, 'the password'))!);
  return base.user === undefined ? { headers: {}, secrets: [] } : basicOf(base.user, base.password ?? '');
}

function basicOf(user: string, password: string): Authorization {
  const packed = Buffer.from(`${user}:${password}`).toString('base64');
  return { headers: { authorization: `Basic ${packed}` }, secrets: [packed, password, encodeURIComponent(password)] };
}

async function read(file: string | undefined, what: string): Promise<string | undefined> {
  if (file === undefined) return undefined;
  let text: string;
  try {
    text = (await readFile(file, 'utf8')).trim();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw prometheusFault('prometheus/bad-credentials', `reading ${what} from ${file}: ${why}`, {
      cause,
      retry: 'soon',
    });
  }
  // a rotation that writes in place is caught halfway now and then
  if (text === '') {
    throw prometheusFault('prometheus/bad-credentials', `reading ${what} from ${file}: it is empty`, { retry: 'soon' });
  }
  return text;
}

/** Node would throw in the middle of a request, and name no culprit. */
function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  for (const [name, value] of Object.entries(headers)) {
    if (/^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue;
    throw prometheusFault(
      'prometheus/bad-credentials',
      `the header ${name} cannot be sent: HTTP has no such characters`,
    );
  }
  return headers;
}

function inUrls(base: BaseUrl, { proxyUrl }: SecurityOptions): readonly string[] {
  const proxy = proxyUrl === undefined ? null : URL.parse(proxyUrl);
  const ofProxy = proxy === null ? [] : [proxy.password, decodeURIComponent(proxy.password)];
  return [...ofProxy, ...base.url.searchParams.values()];
}
