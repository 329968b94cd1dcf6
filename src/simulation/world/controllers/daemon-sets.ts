import { controllerOf, isTerminal } from '#api/pod-standing.ts';
import type { PodSpec, Toleration } from '#api/kubernetes/pod.ts';
import type { Change } from '#simulation/world/objects/object-store.ts';
import { type DaemonSet, keyOf } from '#simulation/world/objects/objects.ts';
import { deletePod } from '#simulation/world/pod-writes.ts';
import { createPod } from './work-of-owner.ts';
import { WorkQueue } from './work-queue.ts';
import type { WorldCore } from '#simulation/world/world-core.ts';

// what the DaemonSet controller adds, so that its pods stay where others are turned away
const TOLERATIONS: readonly Toleration[] = [
  { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unschedulable', operator: 'Exists', effect: 'NoSchedule' },
];

/** Keeps one pod of each DaemonSet on each node; a replacement goes to the same node again. */
export class DaemonSets {
  readonly #core: WorldCore;
  readonly #queue: WorkQueue;

  constructor(core: WorldCore) {
    this.#core = core;
    this.#queue = new WorkQueue(core.clock, core.times.controllerMs, (key) => this.#sync(key));
    core.store.listen((change) => this.#hear(change));
  }

  #hear(change: Change): void {
    const { store } = this.#core;
    if (change.kind === 'DaemonSet') {
      if (change.after !== undefined) this.#queue.add(keyOf(change.after.metadata));
      else for (const pod of store.podsOwnedBy(change.before!.metadata.uid)) deletePod(this.#core, pod);
    } else if (change.kind === 'Node' && (change.before === undefined || change.after === undefined)) {
      for (const set of store.list('DaemonSet')) this.#queue.add(keyOf(set.metadata));
    } else if (change.kind === 'Pod' && change.after === undefined) {
      const owner = controllerOf(change.before!);
      if (owner?.kind === 'DaemonSet') this.#queue.add(`${change.before!.metadata.namespace}/${owner.name}`);
    }
  }

  #sync(key: string): void {
    const { store } = this.#core;
    const set = store.get('DaemonSet', key);
    if (set === undefined) return;
    const served = new Set<string>();
    for (const pod of store.podsOwnedBy(set.metadata.uid)) {
      if (isTerminal(pod)) deletePod(this.#core, pod);
      served.add(wantedNode(pod.spec));
    }
    for (const { metadata } of store.list('Node')) if (!served.has(metadata.name)) this.#serve(set, metadata.name);
  }

  #serve({ metadata, spec }: DaemonSet, node: string): void {
    const { template } = spec;
    const terms = [{ matchFields: [{ key: 'metadata.name', operator: 'In' as const, values: [node] }] }];
    createPod(this.#core, { kind: 'DaemonSet', metadata }, template, {
      spec: {
        affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } } },
        tolerations: [...(template.spec.tolerations ?? []), ...TOLERATIONS],
      },
    });
  }
}

function wantedNode({ affinity }: PodSpec): string {
  const required = affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required?.nodeSelectorTerms[0]?.matchFields?.[0]?.values?.[0] ?? '';
}
