/** What a node's pages may have of oddities that real ones have. */
export type Quirk =
  /** Its node_exporter breaks every connection. */
  | 'silent-exporter'
  /** Its kubelet breaks every connection. */
  | 'silent-kubelet'
  /** A kernel older than 3.14. */
  | 'no-mem-available'
  /** The exporter's predecessor is still there, and counted as a target of its own. */
  | 'two-exporters';

/** The oddities of every node, and how often its exporter was replaced. */
export class Quirks {
  readonly #of = new Map<string, Set<Quirk>>();
  readonly #generations = new Map<string, number>();

  has(node: string, quirk: Quirk): boolean {
    return this.#of.get(node)?.has(quirk) ?? false;
  }

  add(node: string, quirk: Quirk): void {
    this.#of.set(node, new Set(this.#of.get(node)).add(quirk));
  }

  /** Takes an oddity away. */
  mend(node: string, quirk: Quirk): void {
    this.#of.get(node)?.delete(quirk);
  }

  /** A new pod of another name exports the node's metrics from now on, as after an update of a DaemonSet. */
  replaceExporter(node: string): void {
    this.#generations.set(node, this.#generation(node) + 1);
  }

  /** The names of the pods that export a node's metrics now. */
  exporters(node: string): readonly string[] {
    const generation = this.#generation(node);
    const all = this.has(node, 'two-exporters') ? [generation - 1, generation] : [generation];
    return all.map((number) => `node-exporter-${node}-${number}`);
  }

  #generation(node: string): number {
    return this.#generations.get(node) ?? 1;
  }
}
