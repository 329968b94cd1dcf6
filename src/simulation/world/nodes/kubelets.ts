import type { Pod } from '#api/kubernetes/pod.ts';
import { isTerminal, isTerminating } from '#api/pod-standing.ts';
import { type Change, isReady } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { graceMsOf, withReadiness, withStatus } from '#simulation/world/pod-writes.ts';
import { about, tell, type WorldCore } from '#simulation/world/world-core.ts';
import type { WorkloadBook } from './workload-book.ts';

/**
 * The kubelets of all nodes. A node that is lost does nothing more; once it is back it goes on from where its pods are.
 *
 *   bound ─(pull, start)─▶ running ─(probe)─▶ ready ─(its work is done)─▶ succeeded     any, told to go ─▶ gone
 */
export class Kubelets {
  readonly #core: WorldCore;
  readonly #book: WorkloadBook;
  readonly #lost: Set<string> = new Set();
  /** Images that are on a node, by `node image`. */
  readonly #images: Set<string> = new Set();

  constructor(core: WorldCore, book: WorkloadBook) {
    this.#core = core;
    this.#book = book;
    core.store.listen((change) => this.#hear(change));
  }

  isLost(node: string): boolean {
    return this.#lost.has(node);
  }

  lose(node: string): void {
    this.#lost.add(node);
  }

  /** The node works again: its pods go on, and those told to go meanwhile go. */
  bringBack(node: string): void {
    this.#lost.delete(node);
    for (const pod of this.#core.store.podsOn(node)) {
      if (isTerminating(pod)) this.#end(pod);
      else if (pod.status?.phase !== 'Running') this.#start(pod);
      else if (!isReady(pod)) this.#probe(pod);
    }
  }

  /** The container was killed: it runs again after a moment, and its readiness is probed anew. */
  restart(pod: Pod): void {
    const { store, clock } = this.#core;
    const restartCount = (pod.status?.containerStatuses?.[0]?.restartCount ?? 0) + 1;
    const statuses = [{ name: pod.spec.containers[0]!.name, restartCount }];
    const restarted = withStatus(withReadiness(pod, false, clock.now()), { containerStatuses: statuses });
    this.#probe(store.put('Pod', restarted));
  }

  #hear(change: Change): void {
    if (change.kind === 'Node') return this.#hearNode(change);
    if (change.kind !== 'Pod' || change.after === undefined) return;
    const { before, after } = change;
    if (after.spec.nodeName === undefined) return;
    if (before === undefined && after.status?.phase === 'Running') this.#images.add(imageOn(after));
    if (before?.spec.nodeName === undefined && after.status?.phase === 'Pending') this.#start(after);
    if (isTerminating(after) && (before === undefined || !isTerminating(before))) this.#end(after);
  }

  /** What a node says that it has need not be pulled. */
  #hearNode({ before, after }: Extract<Change, { kind: 'Node' }>): void {
    if (before?.status === after?.status) return;
    for (const { names = [] } of after?.status?.images ?? [])
      for (const name of names) this.#images.add(`${after!.metadata.name} ${name}`);
  }

  #start(pod: Pod): void {
    const { times } = this.#core;
    const pullMs = this.#pull(pod) ? about(this.#core, times.pullMs) : 0;
    this.#after(pod, pullMs + about(this.#core, times.startMs), (present) => {
      const { clock, store } = this.#core;
      const running = withStatus(present, {
        phase: 'Running',
        startTime: new Date(clock.now()).toISOString(),
        containerStatuses: [{ name: present.spec.containers[0]!.name, restartCount: 0 }],
      });
      tell(this.#core, 'pod-running', keyOf(present.metadata), { node: present.spec.nodeName! });
      this.#probe(store.put('Pod', running));
      this.#finishLater(running);
    });
  }

  #probe(pod: Pod): void {
    this.#after(pod, about(this.#core, this.#core.times.readyMs), (present) => {
      const { clock, store } = this.#core;
      if (present.status?.phase !== 'Running' || isReady(present)) return;
      tell(this.#core, 'pod-ready', keyOf(present.metadata), { node: present.spec.nodeName! });
      store.put('Pod', withReadiness(present, true, clock.now()));
    });
  }

  #finishLater(pod: Pod): void {
    const { runsForMs, beginsAnew = false } = this.#book.lifeOf(pod) ?? {};
    if (runsForMs === undefined) return;
    this.#after(pod, beginsAnew ? runsForMs : about(this.#core, runsForMs), (present) => {
      const { clock, store } = this.#core;
      tell(this.#core, 'pod-finished', keyOf(present.metadata), { node: present.spec.nodeName! });
      store.put('Pod', withStatus(withReadiness(present, false, clock.now()), { phase: 'Succeeded' }));
    });
  }

  #end(pod: Pod): void {
    const ms = Math.min(graceMsOf(pod), about(this.#core, this.#core.times.terminationMs));
    this.#core.clock.at(this.#core.clock.now() + (isTerminal(pod) ? 0 : ms), () => {
      const present = this.#present(pod);
      if (present === undefined) return;
      this.#core.store.remove('Pod', keyOf(pod.metadata));
      tell(this.#core, 'pod-gone', keyOf(pod.metadata), { node: pod.spec.nodeName! });
    });
  }

  /** What happens to a pod unless it has been told to go by then. */
  #after(pod: Pod, ms: number, act: (present: Pod) => void): void {
    this.#core.clock.at(this.#core.clock.now() + ms, () => {
      const present = this.#present(pod);
      if (present !== undefined && !isTerminating(present) && !isTerminal(present)) act(present);
    });
  }

  /** The pod as it is now, if it is still the same and its node works. */
  #present(pod: Pod): Pod | undefined {
    const present = this.#core.store.get('Pod', keyOf(pod.metadata));
    return present?.metadata.uid === pod.metadata.uid && !this.isLost(pod.spec.nodeName!) ? present : undefined;
  }

  /** Whether an image has to be pulled first; from now on the node has it. */
  #pull(pod: Pod): boolean {
    const image = imageOn(pod);
    if (this.#images.has(image)) return false;
    this.#images.add(image);
    return true;
  }
}

const imageOn = ({ spec }: Pod): string => `${spec.nodeName} ${spec.containers[0]?.image ?? ''}`;
