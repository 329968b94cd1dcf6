import type { Condition } from '#api/kubernetes/metadata.ts';
import type { Node, Taint } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { isDaemon } from '#api/pod-standing.ts';
import { evict } from './evictions.ts';
import type { Kubelets } from '#simulation/world/nodes/kubelets.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { deletePod, withReadiness } from '#simulation/world/pod-writes.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

const UNREACHABLE: readonly Taint[] = [
  { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/unreachable', effect: 'NoExecute' },
];
const UNSCHEDULABLE: Taint = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' };

/** How often `kubectl drain` tries again what a budget refused. */
const DRAIN_AGAIN_MS = 5000;

/** What happens to nodes: they fall silent and come back, leave for good, are cordoned and drained. */
export class NodeLife {
  readonly #core: WorldCore;
  readonly #kubelets: Kubelets;

  constructor(core: WorldCore, kubelets: Kubelets) {
    this.#core = core;
    this.#kubelets = kubelets;
  }

  /** Falls silent; after the grace period it is not ready and tainted, and later its pods are told to go. */
  lose(name: string): void {
    const { clock, times } = this.#core;
    tell(this.#core, 'node-lost', name);
    this.#kubelets.lose(name);
    clock.at(clock.now() + times.nodeGraceMs, () => this.#declareLost(name));
    clock.at(clock.now() + times.nodeGraceMs + times.tolerationMs, () => this.#evictByTaint(name));
  }

  bringBack(name: string): void {
    const node = this.#core.store.get('Node', name);
    if (node === undefined || !this.#kubelets.isLost(name)) return;
    tell(this.#core, 'node-back', name);
    const taints = (node.spec?.taints ?? []).filter(({ key }) => key !== UNREACHABLE[0]!.key);
    this.#write({ ...node, spec: { ...node.spec, taints } }, 'True');
    this.#kubelets.bringBack(name);
  }

  /** Gone for good: its pods go with it, whatever they were doing. */
  remove(name: string): void {
    const { store } = this.#core;
    tell(this.#core, 'node-left', name);
    store.remove('Node', name);
    for (const pod of store.podsOn(name)) {
      store.remove('Pod', keyOf(pod.metadata));
      tell(this.#core, 'pod-gone', keyOf(pod.metadata), { node: name, why: 'its node left' });
    }
  }

  cordon(name: string): void {
    const node = this.#core.store.get('Node', name);
    if (node === undefined || node.spec?.unschedulable === true) return;
    tell(this.#core, 'node-cordoned', name);
    const taints = [...(node.spec?.taints ?? []), UNSCHEDULABLE];
    this.#core.store.put('Node', { ...node, spec: { ...node.spec, unschedulable: true, taints } });
  }

  uncordon(name: string): void {
    const node = this.#core.store.get('Node', name);
    if (node?.spec?.unschedulable !== true) return;
    tell(this.#core, 'node-uncordoned', name);
    const { unschedulable: _, ...spec } = node.spec;
    const taints = (spec.taints ?? []).filter(({ key }) => key !== UNSCHEDULABLE.key);
    this.#core.store.put('Node', { ...node, spec: { ...spec, taints } });
  }

  /** Cordons, and evicts all but daemons until none is left, as kubectl does. */
  drain(name: string): void {
    this.cordon(name);
    const { clock, store } = this.#core;
    const left = store.podsOn(name).filter((pod) => !isDaemon(pod));
    for (const { metadata } of left) {
      if (metadata.deletionTimestamp === undefined)
        evict(this.#core, { namespace: metadata.namespace!, name: metadata.name, uid: metadata.uid });
    }
    if (left.length > 0) clock.at(clock.now() + DRAIN_AGAIN_MS, () => this.#drainOn(name));
  }

  #drainOn(name: string): void {
    if (this.#core.store.get('Node', name)?.spec?.unschedulable === true) this.drain(name);
  }

  #declareLost(name: string): void {
    const { store, clock } = this.#core;
    const node = store.get('Node', name);
    if (node === undefined || !this.#kubelets.isLost(name)) return;
    const taints = [...(node.spec?.taints ?? []), ...UNREACHABLE];
    this.#write({ ...node, spec: { ...node.spec, taints } }, 'Unknown');
    for (const pod of store.podsOn(name)) store.put('Pod', withReadiness(pod, false, clock.now()));
  }

  #evictByTaint(name: string): void {
    if (!this.#kubelets.isLost(name)) return;
    for (const pod of this.#core.store.podsOn(name)) if (!isPatient(pod)) deletePod(this.#core, pod);
  }

  #write(node: Node, status: Condition['status']): void {
    const others = (node.status?.conditions ?? []).filter(({ type }) => type !== 'Ready');
    const since = new Date(this.#core.clock.now()).toISOString();
    const conditions: Condition[] = [...others, { type: 'Ready', status, lastTransitionTime: since }];
    this.#core.store.put('Node', { ...node, status: { ...node.status, conditions } });
  }
}

/** Whether a pod stays on an unreachable node however long it takes. */
function isPatient({ spec }: Pod): boolean {
  return (spec.tolerations ?? []).some(
    ({ key, effect, tolerationSeconds }) =>
      key === UNREACHABLE[0]!.key && effect === 'NoExecute' && tolerationSeconds === undefined,
  );
}
