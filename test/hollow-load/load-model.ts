import type { HollowListener, PodRun } from '../hollow-nodes/hollow-listener.ts';
import type { HollowNodeSpec } from '../hollow-nodes/node-spec.ts';
import type { KubeObject } from '../support/kube-api.ts';
import type { Playing } from './course.ts';
import { limitsOrRequests, ownName, recordedDemand, type Use } from './demand.ts';
import { type Drive, NodeLoad, type NodeReading } from './node-load.ts';
import { recordedTraces, type TraceName } from './recorded-traces.ts';

export interface LoadModelOptions {
  /** What pods follow; `planetlab` by default. */
  readonly traces?: TraceName;
  /** How many recorded seconds pass in one; 60 by default: a step of planetlab lasts five seconds. */
  readonly speed?: number;
  readonly seed?: string;
  /** What a pod uses at its trace's highest level: by default its limits, or its requests. */
  readonly nominal?: (pod: KubeObject) => Use;
  /** By which name a pod picks its trace; by default its own, in its namespace. Pods of one name share their work evenly. */
  readonly playedAs?: (pod: KubeObject) => string;
  readonly now?: () => number;
}

/** What every node and pod of a hollow cluster uses: follows from their traces, and from what is driven by hand. */
export class LoadModel implements HollowListener {
  readonly #nodes = new Map<string, NodeLoad>();
  readonly playing: Playing;
  readonly #nominal: (pod: KubeObject) => Use;
  readonly #playedAs: (pod: KubeObject) => string;
  readonly #now: () => number;

  constructor(options: LoadModelOptions = {}) {
    const { traces = 'planetlab', speed = 60, seed = 'plimsoll', nominal = limitsOrRequests, now = Date.now } = options;
    this.#nominal = nominal;
    this.#playedAs = options.playedAs ?? ownName;
    this.#now = now;
    this.playing = { traces: recordedTraces(traces), speed, from: now(), seed };
  }

  /** By name, in order. */
  get nodes(): readonly string[] {
    return [...this.#nodes.keys()].toSorted();
  }

  has(node: string): boolean {
    return this.#nodes.has(node);
  }

  /** The node's InternalIP. */
  addressOf(node: string): string {
    return this.#node(node).address;
  }

  read(node: string): NodeReading {
    return this.#node(node).read(this.#now());
  }

  /** See `NodeLoad.drive`. */
  drive(node: string, drive: Drive): void {
    this.#node(node).drive(drive, this.#now());
  }

  /** From now on this pod uses so much. */
  drivePod(namespace: string, name: string, use: Partial<Use>): void {
    for (const node of this.#nodes.keys()) {
      const found = this.read(node).pods.find(
        ({ run: { pod } }) => pod.metadata.namespace === namespace && pod.metadata.name === name,
      );
      if (found !== undefined) return this.#node(node).drivePod(found.run.pod.metadata.uid, use, this.#now());
    }
    throw new Error(`no pod ${namespace}/${name} runs on a hollow node`);
  }

  /** The node and its pods follow their traces again. */
  release(node: string): void {
    this.#node(node).release(this.#now());
  }

  reboot(node: string): void {
    this.#node(node).reboot(this.#now());
  }

  nodeJoined(spec: HollowNodeSpec, address: string): void {
    this.#nodes.set(spec.name, new NodeLoad(spec, address, this.#now(), this.playing));
  }

  nodeLeft(name: string): void {
    this.#nodes.delete(name);
  }

  podStarted(run: PodRun): void {
    const demand = recordedDemand(run, this.playing, this.#nominal(run.pod), this.#playedAs(run.pod));
    this.#node(run.node).start(run, demand, this.#now());
  }

  podEnded(run: PodRun): void {
    this.#nodes.get(run.node)?.end(run, this.#now());
  }

  #node(name: string): NodeLoad {
    const found = this.#nodes.get(name);
    if (found === undefined) throw new Error(`no hollow node is named ${name}`);
    return found;
  }
}
