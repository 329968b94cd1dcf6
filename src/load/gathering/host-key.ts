import { canonicalIp } from './ip-address.ts';

const PORT = /^\d{1,5}$/;

/**
 * What a host is looked up by: an IP address in its one spelling, a name in lower case without the root's dot
 * (as DNS compares them). Nothing else is taken off or added.
 */
export function hostKey(host: string): string {
  const ip = canonicalIp(host);
  if (ip !== undefined) return ip;
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  return name.toLowerCase();
}

/** The host of `host`, `host:port`, `[v6]`, `[v6]:port` or a bare IPv6 address, as it is looked up; nothing when it is none. */
export function hostKeyOfInstance(instance: string): string | undefined {
  if (instance.startsWith('[')) {
    const end = instance.indexOf(']');
    const rest = instance.slice(end + 1);
    if (end < 0 || (rest !== '' && !isPort(rest))) return undefined;
    return canonicalIp(instance.slice(1, end));
  }
  const colon = instance.indexOf(':');
  if (colon < 0) return hostKey(instance);
  // more than one colon without brackets: an IPv6 address, and no port can be told from its last group
  if (instance.includes(':', colon + 1)) return canonicalIp(instance);
  return isPort(instance.slice(colon)) ? hostKey(instance.slice(0, colon)) : undefined;
}

function isPort(text: string): boolean {
  return text.startsWith(':') && PORT.test(text.slice(1));
}
