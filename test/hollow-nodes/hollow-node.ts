import { expectOk, type KubeApi, type KubeObject } from '../support/kube-api.ts';
import type { KubeletEndpoint, PodRun } from './hollow-listener.ts';
import { leaseObject, leasePath, nodeObject, nodeStatus, renewal } from './node-object.ts';
import type { HollowNodeSpec } from './node-spec.ts';
import { nextStep, type PodBehaviour, type Standing } from './pod-life.ts';
import { podStatus } from './pod-status.ts';

/** What a stand-in kubelet needs from outside. */
export interface HollowNodeEdges {
  readonly api: KubeApi;
  readonly behaviourOf: (pod: KubeObject) => PodBehaviour;
  readonly nextPodAddress: () => string;
  readonly podStarted: (run: PodRun) => void;
  readonly podEnded: (run: PodRun) => void;
  /** Told what could not be done; what failed is tried again a second later. */
  readonly onFault: (fault: unknown) => void;
}

interface HeldPod {
  pod: KubeObject;
  standing: Standing;
  readonly behaviour: PodBehaviour;
  readonly podIP: string;
  timer?: NodeJS.Timeout;
  /** While its containers run. */
  run?: PodRun | undefined;
  /** A step is on its way to the API server; the next one waits for its answer. */
  busy: boolean;
}

const againAfterMs = 1000;
const statusEveryMs = 5 * 60_000;
/** As long as a lease lasts. */
const lateAfterMs = 40_000;

/** One stand-in kubelet: registers its node, renews its lease, and lives its pods' lives. */
export class HollowNode {
  readonly spec: HollowNodeSpec;
  readonly address: string;
  readonly #edges: HollowNodeEdges;
  readonly #pods = new Map<string, HeldPod>();
  #silent = false;
  #statusAt = 0;
  #beatAt = Date.now();
  #kubelet: KubeletEndpoint | undefined;

  constructor(spec: HollowNodeSpec, address: string, edges: HollowNodeEdges) {
    this.spec = spec;
    this.address = address;
    this.#edges = edges;
  }

  /** Creates the Node, Ready from its first write, and its lease. */
  async register(): Promise<void> {
    const now = new Date();
    const { api } = this.#edges;
    const node = expectOk(await api.create('/api/v1/nodes', nodeObject(this.spec, this.address, now)));
    expectOk(await api.create(leasePath, leaseObject(this.spec.name, node.metadata.uid, now)));
    this.#statusAt = now.getTime();
  }

  /**
   * Renews the lease, and tells the whole status every five minutes, as a kubelet does. Who comes too late, because the
   * machine is busy, may have been told lost, and its pods unready: it tells all of them anew.
   */
  async beat(): Promise<void> {
    if (this.#silent) return;
    const now = new Date();
    const isLate = now.getTime() - this.#beatAt > lateAfterMs;
    const { name } = this.spec;
    const { api } = this.#edges;
    expectOk(await api.merge(`${leasePath}/${name}`, renewal(now)));
    if (isLate || now.getTime() - this.#statusAt >= statusEveryMs) await this.#tellStatus(now);
    if (isLate) for (const held of this.#pods.values()) await this.#tellPod(held);
    this.#beatAt = now.getTime();
  }

  async #tellPod(held: HeldPod): Promise<void> {
    const { stage, terminatingSince } = held.standing;
    if (stage === 'bound' || terminatingSince !== undefined || held.busy) return;
    await this.#tellStanding(held, held.standing);
  }

  async #tellStatus(now: Date): Promise<void> {
    const status = nodeStatus(this.spec, this.address, now, this.#kubelet);
    expectOk(await this.#edges.api.patch(`/api/v1/nodes/${this.spec.name}/status`, { status }));
    this.#statusAt = now.getTime();
  }

  /** Tells where this node's kubelet answers, from now on. */
  async serveKubelet(endpoint: KubeletEndpoint): Promise<void> {
    this.#kubelet = endpoint;
    const annotations = { 'metrics.k8s.io/resource-metrics-path': endpoint.resourceMetricsPath };
    expectOk(await this.#edges.api.merge(`/api/v1/nodes/${this.spec.name}`, { metadata: { annotations } }));
    await this.#tellStatus(new Date());
  }

  /** What runs here now. */
  get runs(): readonly PodRun[] {
    return [...this.#pods.values()].flatMap(({ run }) => run ?? []);
  }

  /** Stops beating and stops acting on pods, as if the machine had lost its network. */
  silence(): void {
    this.#silent = true;
    for (const held of this.#pods.values()) clearTimeout(held.timer);
  }

  /** Comes back: tells that it is healthy, and goes on with every pod from where it stood. */
  async wake(): Promise<void> {
    this.#silent = false;
    await this.#tellStatus(new Date());
    this.#beatAt = Date.now();
    await this.beat();
    for (const held of this.#pods.values()) this.#advance(held);
  }

  /** A pod bound to this node was seen, for the first time or changed. */
  observe(pod: KubeObject): void {
    const held = this.#pods.get(pod.metadata.uid) ?? this.#take(pod);
    held.pod = pod;
    if (pod.metadata.deletionTimestamp !== undefined && held.standing.terminatingSince === undefined) {
      held.standing = { ...held.standing, terminatingSince: Date.now() };
    }
    this.#advance(held);
  }

  #take(pod: KubeObject): HeldPod {
    const held: HeldPod = {
      pod,
      standing: { stage: 'bound', since: Date.now(), restarts: 0 },
      behaviour: this.#edges.behaviourOf(pod),
      podIP: this.#edges.nextPodAddress(),
      busy: false,
    };
    this.#pods.set(pod.metadata.uid, held);
    return held;
  }

  /** The pod is gone from the API. */
  forget(uid: string): void {
    const held = this.#pods.get(uid);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#endRun(held);
    this.#pods.delete(uid);
  }

  /** Forgets every pod that is not in `uids`: they vanished while nobody watched. */
  keepOnly(uids: ReadonlySet<string>): void {
    for (const uid of this.#pods.keys()) if (!uids.has(uid)) this.forget(uid);
  }

  stop(): void {
    this.silence();
    this.#pods.clear();
  }

  #advance(held: HeldPod): void {
    clearTimeout(held.timer);
    if (this.#silent || held.busy || !this.#pods.has(held.pod.metadata.uid)) return;
    const step = nextStep(held.behaviour, held.standing, Date.now());
    switch (step.kind) {
      case 'rest':
        return;
      case 'wait':
        held.timer = setTimeout(() => this.#advance(held), Math.max(0, step.untilMs - Date.now()));
        return;
      case 'delete':
      case 'become':
        void this.#perform(held, step);
    }
  }

  async #perform(held: HeldPod, step: { kind: 'delete' } | { kind: 'become'; standing: Standing }): Promise<void> {
    held.busy = true;
    try {
      if (step.kind === 'delete') await this.#finalDelete(held);
      else await this.#become(held, step.standing);
      held.busy = false;
      if (step.kind === 'become') this.#advance(held);
    } catch (fault) {
      held.busy = false;
      this.#edges.onFault(fault);
      held.timer = setTimeout(() => this.#advance(held), againAfterMs);
    }
  }

  async #become(held: HeldPod, standing: Standing): Promise<void> {
    await this.#tellStanding(held, standing);
    // a deletion seen while the patch was under way must not be forgotten
    const { terminatingSince } = held.standing;
    held.standing = terminatingSince === undefined ? standing : { ...standing, terminatingSince };
    if (this.#pods.has(held.pod.metadata.uid)) this.#tellRun(held);
  }

  async #tellStanding({ pod, podIP }: HeldPod, standing: Standing): Promise<void> {
    const addresses = { podIP, hostIP: this.address };
    const answer = await this.#edges.api.patch(`${pathOf(pod)}/status`, podStatus(pod, standing, addresses));
    if (answer.status !== 404) expectOk(answer);
  }

  #tellRun(held: HeldPod): void {
    const { stage, since, restarts } = held.standing;
    const runs = stage === 'running' || stage === 'ready';
    if (held.run !== undefined && (!runs || held.run.restarts !== restarts)) this.#endRun(held);
    if (!runs || held.run !== undefined) return;
    held.run = { pod: held.pod, node: this.spec.name, restarts, startedAt: since };
    this.#edges.podStarted(held.run);
  }

  #endRun(held: HeldPod): void {
    if (held.run === undefined) return;
    this.#edges.podEnded(held.run);
    held.run = undefined;
  }

  /** What makes a deleted pod leave the API: only this very pod, and without any further grace. */
  async #finalDelete({ pod }: HeldPod): Promise<void> {
    const preconditions = { uid: pod.metadata.uid };
    const answer = await this.#edges.api.delete(pathOf(pod), { gracePeriodSeconds: 0, preconditions });
    if (answer.status !== 404 && answer.status !== 409) expectOk(answer);
    this.forget(pod.metadata.uid);
  }
}

const pathOf = (pod: KubeObject): string => `/api/v1/namespaces/${pod.metadata.namespace}/pods/${pod.metadata.name}`;
