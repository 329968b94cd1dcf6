import { expectOk, type KubeApi, type KubeObject, type WatchEvent } from '../../test/support/kube-api.ts';
import { isReady } from '../../test/support/workloads.ts';

/** What was seen of a pod. Times in milliseconds since the Unix epoch, as the events came. */
export interface PodStory {
  readonly workload: string;
  node: string | undefined;
  /** Its containers run from here to `endedAt`. */
  runsFrom: number | undefined;
  /** From here it is Ready, to `leavesAt`. */
  readyFrom: number | undefined;
  /** It is told to go. */
  leavesAt: number | undefined;
  endedAt: number | undefined;
  /** The Eviction API told it to go. */
  wasEvicted: boolean;
}

const isEvicted = ({ type, status, reason }: KubeObject): boolean =>
  type === 'DisruptionTarget' && status === 'True' && reason === 'EvictionByEvictionAPI';

/** Writes down what the API server's watch tells of the pods of a namespace: who ran where, and from when to when. */
export class PodLedger {
  readonly #stories = new Map<string, PodStory>();
  readonly #stopping = new AbortController();

  /** Begins with those that are there. */
  static async open(api: KubeApi, namespace: string): Promise<PodLedger> {
    const path = `/api/v1/namespaces/${namespace}/pods`;
    const { items, metadata } = expectOk(await api.get(path));
    const ledger = new PodLedger();
    const now = Date.now();
    for (const object of items as KubeObject[]) ledger.heed({ type: 'ADDED', object }, now);
    void ledger.#follow(api, `${path}?resourceVersion=${metadata.resourceVersion}`);
    return ledger;
  }

  /** Every pod so far. */
  get stories(): readonly Readonly<PodStory>[] {
    return [...this.#stories.values()];
  }

  stop(): void {
    this.#stopping.abort();
  }

  heed({ type, object: { metadata, spec, status } }: WatchEvent, at: number): void {
    const story = this.#stories.get(metadata.uid) ?? {
      workload: metadata.labels.app,
      node: undefined,
      runsFrom: undefined,
      readyFrom: undefined,
      leavesAt: undefined,
      endedAt: undefined,
      wasEvicted: false,
    };
    this.#stories.set(metadata.uid, story);
    story.node ??= spec.nodeName;
    if (status.phase === 'Running') story.runsFrom ??= at;
    if (isReady({ status })) story.readyFrom ??= at;
    if (metadata.deletionTimestamp !== undefined || type === 'DELETED') story.leavesAt ??= at;
    if (type === 'DELETED') story.endedAt = at;
    story.wasEvicted ||= (status.conditions ?? []).some(isEvicted);
  }

  async #follow(api: KubeApi, path: string): Promise<void> {
    for await (const event of api.watch(path, this.#stopping.signal)) this.heed(event, Date.now());
  }
}
