import { setTimeout as sleep } from 'node:timers/promises';
import { expectOk, type KubeApi, type KubeObject, type WatchEvent } from '../support/kube-api.ts';
import type { HollowListener, KubeletEndpoint } from './hollow-listener.ts';
import { HollowNode } from './hollow-node.ts';
import { leasePath } from './node-object.ts';
import type { HollowNodeSpec } from './node-spec.ts';
import { type PodBehaviour, prompt } from './pod-life.ts';

export interface HollowClusterOptions {
  readonly api: KubeApi;
  readonly nodes: readonly HollowNodeSpec[];
  /** How a pod fares; asked once a pod, when it is first seen bound. `prompt` by default. */
  readonly behaviour?: (pod: KubeObject) => Partial<PodBehaviour>;
  /** How often each node renews its lease: 10 s by default, as kubelets do; up to 20 s with more than 500 nodes. */
  readonly renewEveryMs?: number;
  /** Told what could not be done and will be tried again; written to stderr by default. */
  readonly onFault?: (fault: unknown) => void;
}

const bound = '/api/v1/pods?fieldSelector=spec.nodeName!=';
const atOnce = 16;

/** At most 50 renewals a second, and at least two within the 40 s that a lease lasts. */
const usualRenewalMs = (nodes: number): number => Math.min(20_000, Math.max(10_000, nodes * 20));

/** Stand-in kubelets on a real API server: one process, one watch, as many nodes as asked for. */
export class HollowCluster {
  readonly #options: HollowClusterOptions;
  readonly #nodes = new Map<string, HollowNode>();
  readonly #stopping = new AbortController();
  readonly #onFault: (fault: unknown) => void;
  readonly #listeners: HollowListener[] = [];
  #endpointOf: ((node: string) => KubeletEndpoint) | undefined;
  #addresses = 0;

  private constructor(options: HollowClusterOptions) {
    this.#options = options;
    const tell = options.onFault ?? ((fault) => process.stderr.write(`hollow nodes: ${String(fault)}\n`));
    this.#onFault = (fault) => {
      if (!this.#stopping.signal.aborted) tell(fault);
    };
  }

  /** Registers the nodes and begins to live; resolves when every Node exists. */
  static async start(options: HollowClusterOptions): Promise<HollowCluster> {
    const cluster = new HollowCluster(options);
    await inTurns(options.nodes, (spec) => cluster.add(spec));
    void cluster.#followPods();
    void cluster.#beat();
    return cluster;
  }

  get size(): number {
    return this.#nodes.size;
  }

  /** Adds a node while the cluster lives. */
  async add(spec: HollowNodeSpec): Promise<void> {
    const behaviour = this.#options.behaviour ?? (() => prompt);
    const node = new HollowNode(spec, this.#nextAddress('10.0'), {
      api: this.#options.api,
      behaviourOf: (pod) => ({ ...prompt, ...behaviour(pod) }),
      nextPodAddress: () => this.#nextAddress('10.128'),
      onFault: this.#onFault,
      podStarted: (run) => this.#listeners.forEach((listener) => listener.podStarted(run)),
      podEnded: (run) => this.#listeners.forEach((listener) => listener.podEnded(run)),
    });
    await node.register();
    this.#nodes.set(spec.name, node);
    for (const listener of this.#listeners) listener.nodeJoined(spec, node.address);
    if (this.#endpointOf !== undefined) await node.serveKubelet(this.#endpointOf(spec.name));
  }

  /** Tells a listener what there is, and from now on what changes. */
  tell(listener: HollowListener): void {
    this.#listeners.push(listener);
    for (const node of this.#nodes.values()) {
      listener.nodeJoined(node.spec, node.address);
      for (const run of node.runs) listener.podStarted(run);
    }
  }

  /** Every node, those to come too, tells the API where its kubelet answers. */
  async serveKubelets(endpointOf: (node: string) => KubeletEndpoint): Promise<void> {
    this.#endpointOf = endpointOf;
    await inTurns([...this.#nodes.values()], (node) => node.serveKubelet(endpointOf(node.spec.name)));
  }

  /** The node stops answering: no lease, no status, no progress of its pods. */
  silence(name: string): void {
    this.#node(name).silence();
  }

  /** A silent node comes back and goes on from where it was. */
  wake(name: string): Promise<void> {
    return this.#node(name).wake();
  }

  /** The node is taken out of the cluster: its Node and lease are deleted, its pods are nobody's. */
  async remove(name: string): Promise<void> {
    this.#node(name).stop();
    this.#nodes.delete(name);
    for (const listener of this.#listeners) listener.nodeLeft(name);
    expectOk(await this.#options.api.delete(`/api/v1/nodes/${name}`));
    const lease = await this.#options.api.delete(`${leasePath}/${name}`);
    if (lease.status !== 404) expectOk(lease); // the garbage collector may have been first
  }

  /** Falls silent for good. Nodes and pods stay in the API as they are. */
  stop(): void {
    this.#stopping.abort();
    for (const node of this.#nodes.values()) node.stop();
  }

  /** Stops, and takes every node out of the cluster: for clusters that share a control plane with others. */
  async leave(): Promise<void> {
    const names = [...this.#nodes.keys()];
    this.stop();
    await inTurns(names, (name) => this.remove(name));
  }

  #node(name: string): HollowNode {
    const found = this.#nodes.get(name);
    if (found === undefined) throw new Error(`no hollow node is named ${name}`);
    return found;
  }

  #nextAddress(prefix: string): string {
    this.#addresses += 1;
    return `${prefix}.${(this.#addresses >> 8) & 255}.${this.#addresses & 255}`;
  }

  /** Renews the leases one by one, evenly over the interval, so that the API server sees a steady trickle. */
  async #beat(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      const startedAt = Date.now();
      const nodes = [...this.#nodes.values()];
      const everyMs = this.#options.renewEveryMs ?? usualRenewalMs(nodes.length);
      const slices = Math.max(1, Math.min(nodes.length, Math.round(everyMs / 100)));
      for (let slice = 0; slice < slices && !signal.aborted; slice++) {
        const turn = nodes.filter((_, index) => index % slices === slice);
        await Promise.all(turn.map((node) => node.beat().catch(this.#onFault)));
        const dueAt = startedAt + ((slice + 1) * everyMs) / slices;
        await sleep(Math.max(0, dueAt - Date.now()), undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /** List, then watch, again and again: a broken watch starts over with a list. */
  async #followPods(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      try {
        await this.#listThenWatch(signal);
      } catch (fault) {
        if (signal.aborted) return;
        this.#onFault(fault);
        await sleep(500, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  async #listThenWatch(signal: AbortSignal): Promise<void> {
    const { api } = this.#options;
    const list = expectOk(await api.get(bound));
    const uids = new Set<string>(list.items.map((pod: KubeObject) => pod.metadata.uid));
    for (const node of this.#nodes.values()) node.keepOnly(uids);
    for (const pod of list.items) this.#nodes.get(pod.spec.nodeName)?.observe(pod);
    const path = `${bound}&resourceVersion=${list.metadata.resourceVersion}&allowWatchBookmarks=true`;
    for await (const event of api.watch(path, signal)) this.#heed(event);
  }

  #heed({ type, object }: WatchEvent): void {
    if (type === 'ERROR') throw new Error(`the watch of pods ended: ${object.message}`);
    if (type === 'BOOKMARK') return;
    const node = this.#nodes.get(object.spec.nodeName);
    if (type === 'DELETED') node?.forget(object.metadata.uid);
    else node?.observe(object);
  }
}

async function inTurns<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
