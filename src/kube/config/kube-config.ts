import type { Credentials } from './credentials.ts';

/** A connection, resolved: where the API server is, how we know it, and who we are to it. */
export interface KubeConfig {
  /** May hold a path, which goes before every request's own. */
  readonly server: URL;
  readonly tls: TlsTrust;
  readonly credentials: Credentials;
  /** http, https or socks5; undici's ProxyAgent takes all three. */
  readonly proxyUrl: URL | undefined;
  readonly impersonate: Impersonation | undefined;
  /** Where a namespaced request goes that names no namespace. */
  readonly namespace: string;
  /** Ask for answers that are not compressed. */
  readonly disableCompression: boolean;
  /** Nothing when we run in a pod, or when cluster and user were named outright. */
  readonly contextName: string | undefined;
}

/** How the server proves who it is. What we show in return comes from the credentials. */
export interface TlsTrust {
  /** PEM, the same string as long as the file did not change; absent: the system's authorities are trusted. */
  readonly ca: ((now: number) => Promise<string>) | undefined;
  /** Expected in the certificate, and sent as SNI, in place of the server's host name. */
  readonly serverName: string | undefined;
  /** The server's certificate is not looked at. Never together with `ca`. */
  readonly insecure: boolean;
}

/** Act as somebody else, whom the API server lets us be. */
export interface Impersonation {
  readonly user: string;
  readonly uid: string | undefined;
  readonly groups: readonly string[];
  readonly extra: Readonly<Record<string, readonly string[]>>;
}
