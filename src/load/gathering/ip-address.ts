/** An IPv4 address as kernels and Kubernetes write it: four decimals without leading zeros. */
const IPV4 = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9a-fA-F]{1,4}$/;
const ZONE = /^(?:%25|%)(.+)$/;

/**
 * One spelling for every spelling of an IP address, or nothing when the text is none. IPv6 becomes eight lower-case
 * groups; an IPv4 address mapped into IPv6 (`::ffff:10.0.0.1`) becomes plain IPv4, for it is the same host.
 * A zone (`%eth0`) is part of a link-local address and says nothing on any other.
 */
export function canonicalIp(text: string): string | undefined {
  if (!text.includes(':')) return ipv4(text) === undefined ? undefined : text;
  const zoneAt = text.indexOf('%');
  const address = zoneAt < 0 ? text : text.slice(0, zoneAt);
  const zone = zoneAt < 0 ? '' : ZONE.exec(text.slice(zoneAt))?.[1];
  if (zone === undefined) return undefined;
  const groups = ipv6Groups(address);
  return groups === undefined ? undefined : spelled(groups, zone);
}

function spelled(groups: readonly number[], zone: string): string {
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  }
  const isLinkLocal = (groups[0]! & 0xffc0) === 0xfe80;
  const address = groups.map((group) => group.toString(16)).join(':');
  return isLinkLocal && zone !== '' ? `${address}%${zone}` : address;
}

/** The eight groups of an IPv6 address. */
function ipv6Groups(text: string): readonly number[] | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const head = groupsOf(halves[0]!, halves.length === 1);
  const tail = halves.length === 1 ? [] : groupsOf(halves[1]!, true);
  if (head === undefined || tail === undefined) return undefined;
  const missing = 8 - head.length - tail.length;
  // `::` stands for at least one group
  if (halves.length === 1 ? missing !== 0 : missing < 1) return undefined;
  return [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The groups of one side of `::`; only the end of an address may be written as IPv4. */
function groupsOf(text: string, isEnd: boolean): readonly number[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const embedded = isEnd ? ipv4(parts.at(-1)!) : undefined;
  const plain = embedded === undefined ? parts : parts.slice(0, -1);
  if (!plain.every((part) => GROUP.test(part))) return undefined;
  return [...plain.map((part) => Number.parseInt(part, 16)), ...(embedded ?? [])];
}

/** The two groups an IPv4 address takes in an IPv6 one. */
function ipv4(text: string): readonly [number, number] | undefined {
  const bytes = IPV4.exec(text)?.slice(1).map(Number);
  if (bytes === undefined || bytes.some((byte) => byte > 255)) return undefined;
  return [bytes[0]! * 256 + bytes[1]!, bytes[2]! * 256 + bytes[3]!];
}
