import { getCACertificates, rootCertificates } from 'node:tls';
import type { ClientCertificate } from '#kube/config/credentials.ts';
import type { KubeConfig } from '#kube/config/kube-config.ts';

/** What a TLS connection is made with. Another one needs other connections. */
export interface TlsMaterial {
  /** PEM; absent: what the system trusts. */
  readonly ca: string | undefined;
  readonly certificate: ClientCertificate | undefined;
}

export async function tlsMaterial({ tls, credentials }: KubeConfig, now: number): Promise<TlsMaterial> {
  const [ca, certificate] = await Promise.all([tls.ca?.(now), credentials.clientCertificate?.(now)]);
  return { ca, certificate };
}

export const isSame = (one: TlsMaterial, other: TlsMaterial): boolean =>
  one.ca === other.ca && one.certificate === other.certificate;

/** As kubectl trusts: the system's authorities; Node's own where there are none, as in most images. */
export function trusted(material: TlsMaterial): string | readonly string[] {
  if (material.ca !== undefined) return material.ca;
  const system = getCACertificates('system');
  return system.length > 0 ? system : rootCertificates;
}
