import type { LoadModel } from '../hollow-load/load-model.ts';
import { recordedTraces } from '../hollow-load/recorded-traces.ts';
import type { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';

/** Minutes of nodes above a line, since they were begun to be counted. */
export interface OverloadMinutes {
  /** As the pods came to run. */
  readonly asItWent: number;
  /** As if each had stayed where it was at first, the traces being the same. */
  readonly leftAlone: number;
}

/** A recorded step of five minutes lasts so long here. */
const STEP_MS = 2000;
const TICK_MS = 200;
/** How far up and down the traces drive an app: it is overload that lasts, not a peak, that moves are for. */
const SWING = { least: 0.95, more: 0.1 } as const;

/** Pods of some apps follow recorded traces, each app one, from their first moment on; and what comes of it is counted. */
export class StoryLoad {
  readonly #model: LoadModel;
  readonly #namespace: string;
  /** Cores that a pod of each app uses on average. */
  readonly #cores: ReadonlyMap<string, number>;
  readonly #line: number;
  readonly #from: number = Date.now();
  readonly #ticking: NodeJS.Timeout;
  #countedAt: number = 0;
  #first: ReadonlyMap<string, readonly string[]> = new Map();
  #minutes: OverloadMinutes = { asItWent: 0, leftAlone: 0 };

  constructor(
    { model, cluster, namespace }: { model: LoadModel; cluster: HollowCluster; namespace: string },
    cores: ReadonlyMap<string, number>,
    line: number,
  ) {
    this.#model = model;
    this.#namespace = namespace;
    this.#cores = cores;
    this.#line = line;
    cluster.tell({
      nodeJoined: () => undefined,
      nodeLeft: () => undefined,
      podEnded: () => undefined,
      podStarted: () => this.#drive(),
    });
    this.#ticking = setInterval(() => this.#tick(), TICK_MS);
  }

  /** From now on minutes are counted, and where pods run now is where they would have stayed. */
  count(): void {
    this.#first = new Map(this.#model.nodes.map((node) => [node, this.#appsOn(node).map(({ app }) => app)]));
    this.#countedAt = Date.now();
  }

  get minutes(): OverloadMinutes {
    return this.#minutes;
  }

  stop(): void {
    clearInterval(this.#ticking);
  }

  #tick(): void {
    this.#drive();
    if (this.#countedAt === 0) return;
    const now = Date.now();
    const passed = (now - this.#countedAt) / 60_000;
    this.#countedAt = now;
    const over = (cores: (node: string) => number): number =>
      this.#model.nodes.filter((node) => cores(node) > this.#line * this.#model.read(node).capacity.cpuCores).length;
    const { asItWent, leftAlone } = this.#minutes;
    this.#minutes = {
      asItWent: asItWent + passed * over((node) => this.#model.read(node).use.cpuCores),
      leftAlone: leftAlone + passed * over((node) => this.#aloneOn(node)),
    };
  }

  #drive(): void {
    for (const node of this.#model.nodes)
      for (const { app, pod } of this.#appsOn(node))
        this.#model.drivePod(this.#namespace, pod, { cpuCores: this.#coresOf(app), memoryBytes: 2 ** 28 });
  }

  /** Of the node with the pods that it had at first, beside all else that runs there. */
  #aloneOn(node: string): number {
    const { use, pods } = this.#model.read(node);
    const others = pods.reduce(
      (rest, each) => rest - (this.#isOurs(each.run.pod) ? each.use.cpuCores : 0),
      use.cpuCores,
    );
    return (this.#first.get(node) ?? []).reduce((sum, app) => sum + this.#coresOf(app), others);
  }

  #appsOn(node: string): readonly { readonly app: string; readonly pod: string }[] {
    return this.#model
      .read(node)
      .pods.filter(({ run }) => this.#isOurs(run.pod))
      .map(({ run: { pod } }) => ({ app: pod.metadata.labels.app, pod: pod.metadata.name }));
  }

  #isOurs({ metadata }: { metadata: { namespace?: string; labels?: Record<string, string> } }): boolean {
    return metadata.namespace === this.#namespace && this.#cores.has(metadata.labels?.['app'] ?? '');
  }

  #coresOf(app: string): number {
    const { rows } = recordedTraces('planetlab');
    const row = rows[[...this.#cores.keys()].indexOf(app)]!;
    const level = row[Math.floor((Date.now() - this.#from) / STEP_MS) % row.length]!;
    return this.#cores.get(app)! * (SWING.least + SWING.more * level);
  }
}
