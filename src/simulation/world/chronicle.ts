/** Everything that happens in a world by itself: what its people, kubelets and controllers do. */
export type WorldEventKind =
  | 'pod-created'
  | 'handed-over'
  | 'pod-adopted'
  | 'pod-placed'
  | 'pod-waiting'
  | 'pod-running'
  | 'pod-ready'
  | 'pod-surplus'
  | 'pod-ending'
  | 'pod-gone'
  | 'pod-finished'
  | 'pod-out-of-memory'
  | 'pod-pushed-out'
  | 'move-begun'
  | 'move-landed'
  | 'evicted'
  | 'eviction-refused'
  | 'node-joined'
  | 'node-left'
  | 'node-lost'
  | 'node-back'
  | 'node-cordoned'
  | 'node-uncordoned'
  | 'workload-created'
  | 'scaled'
  | 'rolled-out'
  | 'deleted'
  | 'leader-lost'
  | 'leader-back'
  | 'restarted'
  | 'paused'
  | 'resumed'
  | 'metrics-blind'
  | 'metrics-seen'
  | 'exporter-lost'
  | 'exporter-back'
  | 'watch-held-up'
  | 'watch-let-go';

export interface WorldEvent {
  /** Milliseconds since the Unix epoch, in the world's own time. */
  readonly at: number;
  readonly kind: WorldEventKind;
  /** `namespace/name` of a pod or workload; a node's name. */
  readonly of: string;
  readonly node?: string;
  readonly why?: string;
  /** Who asked for it, where it was asked for from outside. */
  readonly by?: string;
}

/** What happened in a world, in order, told to all who want to know. Keeps nothing itself. */
export class Chronicle {
  readonly #readers: ((event: WorldEvent) => void)[] = [];

  read(reader: (event: WorldEvent) => void): void {
    this.#readers.push(reader);
  }

  tell(event: WorldEvent): void {
    for (const reader of this.#readers) reader(event);
  }
}
