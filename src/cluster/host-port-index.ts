import { type HostPort, portsClash } from '#api/host-ports.ts';

const socketOf = ({ protocol, port }: HostPort): string => `${protocol}/${port}`;

interface Taken {
  readonly port: HostPort;
  /** How many pods hold it: kube-scheduler lets one only, others may not. */
  pods: number;
}

/** Which nodes have which of their ports taken. */
export class HostPortIndex {
  /** By protocol and number, by row: the addresses taken. */
  readonly #takers: Map<string, Map<number, Map<string, Taken>>> = new Map();

  add(ports: readonly HostPort[], row: number): void {
    for (const port of ports) {
      const rows = this.#rowsOf(socketOf(port));
      const addresses = rows.get(row) ?? new Map<string, Taken>();
      const taken = addresses.get(port.ip);
      if (taken === undefined) addresses.set(port.ip, { port, pods: 1 });
      else taken.pods += 1;
      rows.set(row, addresses);
    }
  }

  remove(ports: readonly HostPort[], row: number): void {
    for (const port of ports) {
      const rows = this.#rowsOf(socketOf(port));
      const addresses = rows.get(row)!;
      const taken = addresses.get(port.ip)!;
      taken.pods -= 1;
      if (taken.pods === 0) addresses.delete(port.ip);
      if (addresses.size === 0) rows.delete(row);
      if (rows.size === 0) this.#takers.delete(socketOf(port));
    }
  }

  /** Whether a node could not give one of these ports. */
  clashes(ports: readonly HostPort[], row: number): boolean {
    return ports.some((port) => {
      const addresses = this.#takers.get(socketOf(port))?.get(row)?.values() ?? [];
      return [...addresses].some((taken) => portsClash(taken.port, port));
    });
  }

  #rowsOf(socket: string): Map<number, Map<string, Taken>> {
    const known = this.#takers.get(socket);
    if (known !== undefined) return known;
    const rows = new Map<number, Map<string, Taken>>();
    this.#takers.set(socket, rows);
    return rows;
  }
}
