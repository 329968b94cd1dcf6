import type { Clock } from '#ports/clock.ts';
import type { ClusterRoster, RosterAge, RosterNode, RosterPod } from '#ports/cluster-roster.ts';

/** A cluster in memory that is always heard at once. */
export class MemoryRoster implements ClusterRoster {
  readonly #clock: Clock;
  readonly #nodes: Map<string, RosterNode> = new Map();
  readonly #pods: Map<string, RosterPod> = new Map();

  constructor(clock: Clock, nodes: readonly RosterNode[] = []) {
    this.#clock = clock;
    for (const node of nodes) this.join(node);
  }

  get nodes(): readonly RosterNode[] {
    return [...this.#nodes.values()];
  }

  get pods(): readonly RosterPod[] {
    return [...this.#pods.values()];
  }

  get ages(): readonly RosterAge[] {
    return ['nodes', 'pods'].map((kind) => ({ kind, heardAt: this.#clock.now() }));
  }

  readonly nodeOfPod = (namespace: string, name: string): string | undefined =>
    this.#pods.get(`${namespace}/${name}`)?.nodeName;

  async whenComplete(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
  }

  /** Takes the place of one that has its name. */
  join(node: RosterNode): void {
    this.#nodes.set(node.name, node);
  }

  leave(name: string): void {
    this.#nodes.delete(name);
  }

  mark(name: string, marks: RosterNode['marks']): void {
    const node = this.#nodes.get(name)!;
    const isSame = JSON.stringify(marks) === JSON.stringify(node.marks);
    if (!isSame) this.#nodes.set(name, { ...node, marks, marksSince: this.#clock.now() });
  }

  run(pod: RosterPod): void {
    this.#pods.set(`${pod.namespace}/${pod.name}`, pod);
  }

  end({ namespace, name }: Pick<RosterPod, 'namespace' | 'name'>): void {
    this.#pods.delete(`${namespace}/${name}`);
  }
}
