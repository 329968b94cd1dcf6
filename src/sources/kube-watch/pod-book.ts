import type { RosterPod } from '#ports/cluster-roster.ts';

/** The pods alive now, found by namespace and name: there are many, so each is held once. */
export class PodBook {
  readonly #pods: Map<string, Map<string, RosterPod>> = new Map();
  #listed: readonly RosterPod[] | undefined;

  /** Made when it is asked for, and again only after a change. */
  get pods(): readonly RosterPod[] {
    this.#listed ??= Array.from(this.#pods.values(), (named) => [...named.values()]).flat();
    return this.#listed;
  }

  find(namespace: string, name: string): RosterPod | undefined {
    return this.#pods.get(namespace)?.get(name);
  }

  put(pod: RosterPod): void {
    const named = this.#pods.get(pod.namespace) ?? new Map<string, RosterPod>();
    this.#pods.set(pod.namespace, named.set(pod.name, pod));
    this.#listed = undefined;
  }

  remove(namespace: string, name: string): void {
    const named = this.#pods.get(namespace);
    if (named?.delete(name) !== true) return;
    if (named.size === 0) this.#pods.delete(namespace);
    this.#listed = undefined;
  }
}
