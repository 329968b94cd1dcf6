import { rngOf } from '#base/rng.ts';
import type { Hands } from '#controllers/migrations/carry-out.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { ApiWay } from './api-faults.ts';
import { Autoscalers } from './autoscalers.ts';
import { Budgets } from './budgets.ts';
import { Chronicle } from './chronicle.ts';
import { DaemonSets } from './daemon-sets.ts';
import { Deployments } from './deployments.ts';
import { evict, type EvictionAnswer, type EvictionAsk } from './evictions.ts';
import { Jobs } from './jobs.ts';
import { Kubelets } from './kubelets.ts';
import { NodeLife } from './node-life.ts';
import { ObjectStore } from './object-store.ts';
import { Playback } from './playback.ts';
import type { RecordedScript } from './recorded-script.ts';
import { ReplicaSets } from './replica-sets.ts';
import { WorldScheduler } from './scheduler.ts';
import { Scrapes } from './scrapes.ts';
import { createWorkload, joinNode } from './settle-world.ts';
import { StatefulSets } from './stateful-sets.ts';
import { WorkloadBook } from './workload-book.ts';
import { Workings } from './workings.ts';
import type { WorldCore } from './world-core.ts';
import { WorldLoadSource } from './world-load-source.ts';
import { WorldNodeMarker } from './world-node-marker.ts';
import { WorldRoster } from './world-roster.ts';
import { worldEvictor } from './world-evictor.ts';
import { WorldMigrationSource } from './world-migration-source.ts';
import { WorldMigrationStore } from './world-migration-store.ts';
import { worldReplacementMarker } from './world-replacement-marker.ts';
import { worldRequester } from './world-requester.ts';
import { WorldSurger } from './world-surger.ts';
import { WorldClusterSource } from './world-cluster-source.ts';
import { WorldControlBoard, WorldControlStore } from './world-control.ts';
import { WorldWatch } from './world-watch.ts';
import type { WorldSpec } from './world-spec.ts';

/** A cluster that is invented: its API server, controllers, scheduler, kubelets and what its pods use, on a clock of its own. */
export class World {
  readonly core: WorldCore;
  readonly spec: WorldSpec;
  readonly book: WorkloadBook;
  readonly workings: Workings;
  readonly scrapes: Scrapes;
  readonly scheduler: WorldScheduler;
  readonly nodes: NodeLife;
  readonly watch: WorldWatch;
  readonly #way: ApiWay;

  constructor(spec: WorldSpec) {
    const clock = new VirtualClock(spec.startsAt);
    const rng = rngOf(spec.seed);
    const store = new ObjectStore(clock, spec.recorded === undefined ? undefined : uidsIn(spec.recorded));
    this.watch = new WorldWatch(store, clock, spec.watchLagMs);
    const core: WorldCore = { clock, store, chronicle: new Chronicle(), rng, times: spec.times };
    this.core = core;
    this.spec = spec;
    this.#way = new ApiWay(clock, rngOf(spec.seed + 1), spec.faults);
    this.book = new WorkloadBook(store);
    const kubelets = new Kubelets(core, this.book);
    this.workings = new Workings(core, { book: this.book, kubelets }, spec.courses, spec.recorded?.nodes);
    this.scrapes = new Scrapes({ clock, rng: rngOf(spec.seed + 2) }, this.workings, spec.pipeline);
    this.scheduler = new WorldScheduler(core);
    this.nodes = new NodeLife(core, kubelets);
    for (const Loop of [ReplicaSets, Deployments, StatefulSets, DaemonSets, Jobs, Budgets]) void new Loop(core);
    void new Autoscalers(core, this.workings, this.scrapes);
    for (const node of spec.nodes) joinNode(core, node);
    for (const workload of spec.workloads) {
      this.book.add(workload.life);
      createWorkload(core, workload);
    }
    if (spec.recorded !== undefined)
      void new Playback(core, { book: this.book, kubelets, nodes: this.nodes }, spec.recorded);
  }

  roster(isOurs: (key: string) => boolean): WorldRoster {
    const { store, clock } = this.core;
    return new WorldRoster(store, { clock, watch: this.watch, isOurs });
  }

  marker(isOurs: (key: string) => boolean): WorldNodeMarker {
    return new WorldNodeMarker(this.core.store, this.#way, isOurs);
  }

  loadSource(windowMs: number): WorldLoadSource {
    return new WorldLoadSource(this.workings, this.scrapes, windowMs);
  }

  cluster(): WorldClusterSource {
    return new WorldClusterSource(this.core.store, this.watch);
  }

  migrations(): WorldMigrationStore {
    return new WorldMigrationStore(this.core.store, this.#way);
  }

  migrationSource(): WorldMigrationSource {
    return new WorldMigrationSource(this.core.store, this.watch);
  }

  control(): WorldControlBoard {
    const { store, clock } = this.core;
    return new WorldControlBoard(store, { clock, watch: this.watch, kept: new WorldControlStore(store, this.#way) });
  }

  /** Everything that can be done to its pods on behalf of a migration. */
  hands(): Hands {
    return {
      evictor: worldEvictor(this.core, this.#way),
      requester: worldRequester,
      surger: new WorldSurger(this.core, this.#way),
      marker: worldReplacementMarker(this.core, this.#way),
    };
  }

  /** Asks the API server for an eviction, from outside. */
  evict(ask: EvictionAsk, signal?: AbortSignal): Promise<EvictionAnswer> {
    return this.#way.ask(`evicting ${ask.namespace}/${ask.name}`, () => evict(this.core, ask), signal);
  }
}

function uidsIn({ acts }: RecordedScript): ReadonlySet<string> {
  return new Set(
    acts.flatMap((act) => {
      if (act.act === 'apply') return [act.change.object.metadata.uid];
      return act.act === 'birth' ? [act.life.pod.metadata.uid] : [];
    }),
  );
}
