import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf } from '#api/pod-standing.ts';
import { keyOf } from './objects.ts';

const NOBODY: ReadonlySet<string> = new Set();

/** Keys of pods by what they are looked for by. */
export class PodIndex {
  readonly #byOwner: Map<string, Set<string>> = new Map();
  readonly #byNode: Map<string, Set<string>> = new Map();
  readonly #byNamespace: Map<string, Set<string>> = new Map();
  readonly #orphans: Map<string, Set<string>> = new Map();

  change(before: Pod | undefined, after: Pod | undefined): void {
    if (before !== undefined) this.#enter(before, 'delete');
    if (after !== undefined) this.#enter(after, 'add');
  }

  ownedBy(uid: string): ReadonlySet<string> {
    return this.#byOwner.get(uid) ?? NOBODY;
  }

  on(node: string): ReadonlySet<string> {
    return this.#byNode.get(node) ?? NOBODY;
  }

  in(namespace: string): ReadonlySet<string> {
    return this.#byNamespace.get(namespace) ?? NOBODY;
  }

  orphansIn(namespace: string): ReadonlySet<string> {
    return this.#orphans.get(namespace) ?? NOBODY;
  }

  #enter(pod: Pod, act: 'add' | 'delete'): void {
    const key = keyOf(pod.metadata);
    const namespace = pod.metadata.namespace ?? 'default';
    const owner = controllerOf(pod);
    enter(this.#byNamespace, namespace, key, act);
    if (owner === undefined) enter(this.#orphans, namespace, key, act);
    else enter(this.#byOwner, owner.uid, key, act);
    if (pod.spec.nodeName !== undefined) enter(this.#byNode, pod.spec.nodeName, key, act);
  }
}

function enter(index: Map<string, Set<string>>, at: string, key: string, act: 'add' | 'delete'): void {
  const set = index.get(at);
  if (act === 'delete') {
    set?.delete(key);
    if (set?.size === 0) index.delete(at);
  } else if (set === undefined) index.set(at, new Set([key]));
  else set.add(key);
}
