import type { AuthHeaders } from '#kube/config/credentials.ts';
import { impersonationHeaders } from '#kube/config/impersonation-headers.ts';
import type { KubeConfig } from '#kube/config/kube-config.ts';
import type { Sending } from './exchange.ts';
import type { Ask } from './transport.ts';

/** Puts together what goes over the wire for an ask. */
export type SendingMaker = (ask: Ask, auth: AuthHeaders) => Sending;

export function sendingMaker(config: KubeConfig, userAgent: string): SendingMaker {
  const { origin, pathname } = config.server;
  const prefix = pathname.replace(/\/+$/, '');
  const always = { 'user-agent': userAgent, ...impersonationHeaders(config.impersonate) };
  return (ask, auth) => ({
    origin,
    method: ask.method,
    path: `${prefix}${ask.path}${queryOf(ask)}`,
    headers: {
      ...always,
      accept: ask.accept ?? 'application/json',
      ...(ask.body === undefined ? {} : { 'content-type': ask.contentType ?? 'application/json' }),
      ...(isCompressed(ask, config) ? { 'accept-encoding': 'gzip' } : {}),
      ...auth,
    },
    body: ask.body ?? null,
  });
}

/** kube-apiserver packs what is longer than 128 KiB, and leaves the rest as it is. */
const isCompressed = (ask: Ask, config: KubeConfig): boolean =>
  ask.method === 'GET' && ask.compression !== 'none' && !config.disableCompression;

function queryOf({ query }: Ask): string {
  const text = query === undefined ? '' : new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
}
