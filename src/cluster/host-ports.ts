import type { PodSpec } from '#api/kubernetes/pod.ts';

/** A port of the node that a pod takes for itself. */
export interface HostPort {
  readonly ip: string;
  /** `TCP/8080`: what two pods must share before their addresses matter. */
  readonly socket: string;
}

const anyAddress = '0.0.0.0';

/** What a pod takes: of its containers and its sidecars, which run beside them. */
export function hostPortsOf(spec: PodSpec): HostPort[] {
  const sidecars = (spec.initContainers ?? []).filter((container) => container.restartPolicy === 'Always');
  return [...spec.containers, ...sidecars].flatMap((container) =>
    (container.ports ?? []).flatMap(({ hostPort = 0, hostIP = '', protocol = 'TCP' }) =>
      hostPort > 0 ? [{ ip: hostIP === '' ? anyAddress : hostIP, socket: `${protocol}/${hostPort}` }] : [],
    ),
  );
}

const clash = (one: string, other: string): boolean => one === other || one === anyAddress || other === anyAddress;

/** Which nodes have which of their ports taken, and how many pods hold each. */
export class HostPortIndex {
  readonly #takers = new Map<string, Map<number, Map<string, number>>>();

  add(ports: readonly HostPort[], row: number): void {
    for (const { ip, socket } of ports) {
      const rows = this.#rowsOf(socket);
      const addresses = rows.get(row) ?? new Map<string, number>();
      rows.set(row, addresses.set(ip, (addresses.get(ip) ?? 0) + 1));
    }
  }

  remove(ports: readonly HostPort[], row: number): void {
    for (const { ip, socket } of ports) {
      const rows = this.#takers.get(socket)!;
      const addresses = rows.get(row)!;
      const left = addresses.get(ip)! - 1;
      if (left > 0) addresses.set(ip, left);
      else addresses.delete(ip);
      if (addresses.size === 0) rows.delete(row);
    }
  }

  /** Whether a node could not give one of these ports. */
  clashes(ports: readonly HostPort[], row: number): boolean {
    return ports.some(({ ip, socket }) => {
      const addresses = this.#takers.get(socket)?.get(row);
      return addresses !== undefined && [...addresses.keys()].some((taken) => clash(taken, ip));
    });
  }

  #rowsOf(socket: string): Map<number, Map<string, number>> {
    const known = this.#takers.get(socket);
    if (known !== undefined) return known;
    const rows = new Map<number, Map<string, number>>();
    this.#takers.set(socket, rows);
    return rows;
  }
}
