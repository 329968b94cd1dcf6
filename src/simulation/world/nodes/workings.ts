import type { Pod } from '#api/kubernetes/pod.ts';
import { bytesAt, coresAt, type Courses } from './courses.ts';
import type { Kubelets } from './kubelets.ts';
import { type NodeTally, NodeWork, type PodWork } from './node-work.ts';
import type { Change } from '#simulation/world/objects/object-store.ts';
import { keyOf } from '#simulation/world/objects/objects.ts';
import { nodeSize, sizesOf } from '#simulation/world/objects/pod-sizes.ts';
import { withReadiness, withStatus } from '#simulation/world/pod-writes.ts';
import type { WorkloadBook } from './workload-book.ts';
import { tell, type WorldCore } from '#simulation/world/world-core.ts';

/** Memory below which a kubelet pushes pods out. */
const LEAST_FREE_BYTES = 100 * 2 ** 20;
const HOUR_MS = 3_600_000;

/** Of how many scrapes each pod's total is kept. */
export const SCRAPES_KEPT = 64;

/** What all pods want and get of their nodes, kept up to date as pods, nodes and their courses change. */
export class Workings {
  readonly nodes: Map<string, NodeWork> = new Map();
  readonly #core: WorldCore;
  readonly #book: WorkloadBook;
  readonly #kubelets: Kubelets;
  readonly #courses: Courses;
  /** What nodes use beyond their pods, by their names. */
  readonly #ownCourses: ReadonlyMap<string, number>;
  /** By uid. */
  readonly #pods: Map<string, { readonly node: NodeWork; readonly work: PodWork }> = new Map();
  readonly #left: NodeTally = { overLineMs: 0, overFullMs: 0, lackedCoreMs: 0 };
  readonly #startedAt: number;
  #step: number = 0;

  constructor(
    core: WorldCore,
    { book, kubelets }: { readonly book: WorkloadBook; readonly kubelets: Kubelets },
    courses: Courses,
    ownCourses: ReadonlyMap<string, number> = new Map(),
  ) {
    this.#core = core;
    this.#book = book;
    this.#kubelets = kubelets;
    this.#courses = courses;
    this.#ownCourses = ownCourses;
    this.#startedAt = core.clock.now();
    core.store.listen((change) => this.#hear(change));
    book.onTakenUp(({ metadata }, course) => this.#takeUp(metadata.uid, course));
    core.clock.at(this.#startedAt + courses.stepMs, () => this.#tick());
  }

  /** How hard it has been up to now, all nodes together, those that left too. */
  tally(): NodeTally {
    const sum = { ...this.#left };
    for (const node of this.nodes.values()) {
      node.settle(this.#core.clock.now());
      addTo(sum, node.tally);
    }
    return sum;
  }

  workOf(uid: string): PodWork | undefined {
    return this.#pods.get(uid)?.work;
  }

  #hear(change: Change): void {
    if (change.kind === 'Node') this.#hearNode(change);
    else if (change.kind === 'Pod') this.#hearPod(change);
  }

  #hearNode({ before, after }: Extract<Change, { kind: 'Node' }>): void {
    if (before === undefined) {
      const { cpuCores: cores, memoryBytes } = nodeSize(after!);
      const { name } = after!.metadata;
      const node = new NodeWork({ name, cores, memoryBytes }, this.#core.clock.now());
      this.#useOwn(node);
      node.share();
      this.nodes.set(name, node);
    } else if (after === undefined) {
      const left = this.nodes.get(before.metadata.name)!;
      left.settle(this.#core.clock.now());
      addTo(this.#left, left.tally);
      this.nodes.delete(before.metadata.name);
    }
  }

  #hearPod({ before, after }: Extract<Change, { kind: 'Pod' }>): void {
    const ran = before?.status?.phase === 'Running';
    const runs = after?.status?.phase === 'Running';
    if (runs && !ran) this.#begin(after);
    else if (ran && !runs) this.#end(before);
    else if (runs && ran && restartsOf(after) > restartsOf(before)) {
      this.#end(before);
      this.#begin(after);
    }
  }

  #begin(pod: Pod): void {
    const node = this.nodes.get(pod.spec.nodeName!);
    if (node === undefined) return;
    const { clock } = this.#core;
    node.settle(clock.now());
    const life = this.#book.lifeOf(pod);
    const { weight, limitCores: limit } = sizesOf(pod);
    const work: PodWork = {
      key: keyOf(pod.metadata),
      uid: pod.metadata.uid,
      labels: { namespace: pod.metadata.namespace ?? '', pod: pod.metadata.name },
      course: this.#book.courseOf(pod),
      beginsAnew: life?.beginsAnew ?? false,
      limit,
      weight,
      extra: life?.startUpCores ?? 0,
      wanted: 0,
      used: 0,
      total: 0,
      startedAt: clock.now(),
      memoryBytes: life?.memoryBytes ?? 0,
      leakBytesPerMs: (life?.leakBytesPerHour ?? 0) / HOUR_MS,
      scraped: new Float64Array(SCRAPES_KEPT).fill(Number.NaN),
    };
    node.pods.set(work.uid, work);
    this.#pods.set(work.uid, { node, work });
    this.#want(work);
    node.share();
    if (work.extra > 0) clock.at(clock.now() + (life?.startUpMs ?? 0), () => this.#settleIn(work));
    if (work.leakBytesPerMs > 0) this.#leak(pod, work);
  }

  #end(pod: Pod): void {
    const held = this.#pods.get(pod.metadata.uid);
    if (held === undefined) return;
    held.node.settle(this.#core.clock.now());
    held.node.pods.delete(pod.metadata.uid);
    this.#pods.delete(pod.metadata.uid);
    held.node.share();
  }

  /** A pod that ran without work is given some. */
  #takeUp(uid: string, course: number): void {
    const held = this.#pods.get(uid);
    if (held === undefined) return;
    held.node.settle(this.#core.clock.now());
    held.work.course = course;
    this.#want(held.work);
    held.node.share();
  }

  /** A pod's start is over: it wants what its course says alone. */
  #settleIn(work: PodWork): void {
    const held = this.#pods.get(work.uid);
    if (held?.work !== work) return;
    held.node.settle(this.#core.clock.now());
    work.extra = 0;
    this.#want(work);
    held.node.share();
  }

  /** When a growing container meets its limit it is killed, and when the node runs short a pod is pushed out. */
  #leak(pod: Pod, work: PodWork): void {
    const { clock } = this.#core;
    const { limitBytes } = sizesOf(pod);
    const meetsAt = clock.now() + (limitBytes - work.memoryBytes) / work.leakBytesPerMs;
    if (Number.isFinite(meetsAt)) clock.at(Math.ceil(meetsAt), () => this.#kill(work));
  }

  #kill(work: PodWork): void {
    if (this.#pods.get(work.uid)?.work !== work) return;
    const pod = this.#core.store.get('Pod', work.key);
    if (pod === undefined || this.#kubelets.isLost(pod.spec.nodeName!)) return;
    tell(this.#core, 'pod-out-of-memory', work.key, { node: pod.spec.nodeName! });
    this.#kubelets.restart(pod);
  }

  #tick(): void {
    const { clock } = this.#core;
    this.#step += 1;
    for (const node of this.nodes.values()) {
      node.settle(clock.now());
      this.#useOwn(node);
      for (const pod of node.pods.values()) this.#want(pod);
      node.share();
      this.#relieve(node);
    }
    clock.at(this.#startedAt + (this.#step + 1) * this.#courses.stepMs, () => this.#tick());
  }

  #want(pod: PodWork): void {
    const step = pod.beginsAnew ? this.#stepsSince(pod.startedAt) : this.#step;
    const course = pod.course === undefined ? 0 : coresAt(this.#courses, step, pod.course);
    pod.wanted = Math.min(pod.limit, course + pod.extra);
    if (pod.course !== undefined) pod.memoryBytes = bytesAt(this.#courses, step, pod.course) ?? pod.memoryBytes;
  }

  /** To the nearest: all courses go on at the world's steps. */
  #stepsSince(instant: number): number {
    return Math.round((this.#core.clock.now() - instant) / this.#courses.stepMs);
  }

  #useOwn(node: NodeWork): void {
    const course = this.#ownCourses.get(node.name);
    if (course === undefined) return;
    node.ownCores = coresAt(this.#courses, this.#step, course);
    node.ownBytes = bytesAt(this.#courses, this.#step, course) ?? 0;
  }

  /** A kubelet short of memory pushes out the pod that grew most beyond what it asked for. */
  #relieve(node: NodeWork): void {
    const { clock, store } = this.#core;
    if (!(node.memoryAt(clock.now()) > node.memoryBytes - LEAST_FREE_BYTES)) return;
    const grown = (work: PodWork): number => work.leakBytesPerMs * (clock.now() - work.startedAt);
    const [worst] = [...node.pods.values()].toSorted((a, b) => grown(b) - grown(a));
    const pod = worst === undefined ? undefined : store.get('Pod', worst.key);
    if (pod === undefined) return;
    tell(this.#core, 'pod-pushed-out', worst!.key, { node: node.name, why: 'the node was low on memory' });
    store.put('Pod', withStatus(withReadiness(pod, false, clock.now()), { phase: 'Failed' }));
  }
}

function restartsOf(pod: Pod): number {
  return pod.status?.containerStatuses?.[0]?.restartCount ?? 0;
}

function addTo(sum: NodeTally, tally: NodeTally): void {
  sum.overLineMs += tally.overLineMs;
  sum.overFullMs += tally.overFullMs;
  sum.lackedCoreMs += tally.lackedCoreMs;
}
