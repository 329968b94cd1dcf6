import { rngOf } from '#base/rng.ts';
import type { Hands } from '#controllers/migrations/carry-out.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { ApiWay } from './edges/api-faults.ts';
import { Autoscalers } from './controllers/autoscalers.ts';
import { Budgets } from './controllers/budgets.ts';
import { Chronicle } from './chronicle.ts';
import { DaemonSets } from './controllers/daemon-sets.ts';
import { Deployments } from './controllers/deployments.ts';
import { evict, type EvictionAnswer, type EvictionAsk } from './controllers/evictions.ts';
import { Jobs } from './controllers/jobs.ts';
import { Kubelets } from './nodes/kubelets.ts';
import { NodeLife } from './controllers/node-life.ts';
import { ObjectStore } from './objects/object-store.ts';
import { Playback } from './playback.ts';
import type { RecordedScript } from './recorded-script.ts';
import { ReplicaSets } from './controllers/replica-sets.ts';
import { WorldScheduler } from './controllers/scheduler.ts';
import { Scrapes } from './nodes/scrapes.ts';
import { createWorkload, joinNode } from './settle-world.ts';
import { StatefulSets } from './controllers/stateful-sets.ts';
import { WorkloadBook } from './nodes/workload-book.ts';
import { Workings } from './nodes/workings.ts';
import type { WorldCore } from './world-core.ts';
import { WorldLoadSource } from './edges/world-load-source.ts';
import { WorldNodeMarker } from './edges/world-node-marker.ts';
import { WorldRoster } from './edges/world-roster.ts';
import { worldEvictor } from './edges/world-evictor.ts';
import { WorldMigrationSource } from './edges/world-migration-source.ts';
import { WorldMigrationStore } from './edges/world-migration-store.ts';
import { worldReplacementMarker } from './edges/world-replacement-marker.ts';
import { worldRequester } from './edges/world-requester.ts';
import { WorldSurger } from './edges/world-surger.ts';
import { WorldClusterSource } from './edges/world-cluster-source.ts';
import { WorldControlBoard, WorldControlStore } from './edges/world-control.ts';
import { WorldWatch } from './edges/world-watch.ts';
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
