import { setTimeout as sleep } from 'node:timers/promises';
import { controlSwitch } from '#api/control-switch.ts';
import { ourMarks } from '#decisions/rescheduling/migration/surge/our-marks.ts';
import type { KubeApi, WatchEvent } from '../support/kube-api.ts';
import { isReady } from '../support/workloads.ts';

/** What was seen of a pod. Instants are milliseconds since the Unix epoch, when the watch told of it. */
export interface SeenPod {
  readonly uid: string;
  readonly name: string;
  readonly app: string;
  node: string | undefined;
  /** Every change of whether it serves: ready, and not on its way out. */
  readonly serves: { readonly at: number; readonly does: boolean }[];
  /** The migration for which it was to go first. */
  retiredFor: string | undefined;
  cloneFor: string | undefined;
  leftAt: number | undefined;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What watches told. */
export interface Seen {
  /** By uid. */
  readonly pods: ReadonlyMap<string, SeenPod>;
  /** While `plimsoll-control` said so: paused, or the circuit breaker open. */
  readonly held: readonly Span[];
}

/** Follows pods and the kill switch by plain watches, beside the product. */
export class SoakWitness implements Seen {
  readonly pods: Map<string, SeenPod> = new Map();
  readonly held: Span[] = [];
  readonly #api: KubeApi;
  readonly #namespace: string;
  readonly #stopping: AbortController = new AbortController();
  #heldSince: number | undefined;

  constructor(api: KubeApi, namespace: string) {
    this.#api = api;
    this.#namespace = namespace;
  }

  follow(): void {
    void this.#followKind('pods', (event) => this.#heardOfPod(event));
    void this.#followKind('configmaps', (event) => this.#heardOfControl(event));
  }

  stop(): void {
    this.#stopping.abort();
    this.#free();
  }

  /** Begins again with all there is, where the server ended a watch. */
  async #followKind(plural: string, hear: (event: WatchEvent) => void): Promise<void> {
    const { signal } = this.#stopping;
    const path = `/api/v1/namespaces/${this.#namespace}/${plural}`;
    const follow = async (): Promise<void> => {
      for await (const event of this.#api.watch(path, signal)) hear(event);
    };
    while (!signal.aborted) await follow().catch(() => sleep(200));
  }

  #heardOfPod({ type, object }: WatchEvent): void {
    const { uid, name, labels = {}, deletionTimestamp } = object.metadata;
    const seen: SeenPod = this.pods.get(uid) ?? {
      uid,
      name,
      app: labels.app ?? '',
      node: undefined,
      serves: [],
      retiredFor: undefined,
      cloneFor: undefined,
      leftAt: undefined,
    };
    this.pods.set(uid, seen);
    seen.node = object.spec.nodeName;
    seen.retiredFor = labels[ourMarks.retiring] ?? seen.retiredFor;
    seen.cloneFor = labels[ourMarks.clone] ?? seen.cloneFor;
    const at = Date.now();
    if (type === 'DELETED' || deletionTimestamp !== undefined) seen.leftAt ??= at;
    const does = type !== 'DELETED' && isReady(object) && deletionTimestamp === undefined;
    if (does !== (seen.serves.at(-1)?.does ?? false)) seen.serves.push({ at, does });
  }

  #heardOfControl({ type, object }: WatchEvent): void {
    if (object.metadata?.name !== 'plimsoll-control') return;
    const { pause, breaker } = controlSwitch(type === 'DELETED' ? {} : object.data);
    if (pause.kind === 'held' || breaker.kind === 'held') this.#heldSince ??= Date.now();
    else this.#free();
  }

  #free(): void {
    if (this.#heldSince !== undefined) this.held.push({ from: this.#heldSince, to: Date.now() });
    this.#heldSince = undefined;
  }
}

/** Those of an app that served at an instant. */
export const serving = ({ pods }: Seen, app: string, at: number): readonly SeenPod[] =>
  [...pods.values()].filter((pod) => pod.app === app && servesAt(pod, at));

const servesAt = ({ serves }: SeenPod, at: number): boolean => serves.findLast((each) => each.at <= at)?.does ?? false;

/** When a pod of the app, other than this, last stopped serving before that instant. */
export function lostBefore(witness: Seen, { app, uid }: SeenPod, at: number): number {
  const losses = [...witness.pods.values()]
    .filter((pod) => pod.app === app && pod.uid !== uid)
    .flatMap(({ serves }) => serves.filter((each) => !each.does && each.at <= at).map((each) => each.at));
  return Math.max(Number.NEGATIVE_INFINITY, ...losses);
}
