import { onTestFinished } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { ClusterFollower } from '#controllers/follow-cluster.ts';
import { Planner } from '#controllers/reschedule/planner.ts';
import type { LoadedView } from '#decisions/rescheduling/loaded-view.ts';
import { gatherPods } from '#load/gathering/gather-pods.ts';
import { loadDefaults } from '#load/options.ts';
import type { HistoryStore } from '#ports/history-store.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { aPass, aStore, signals } from './a-load.ts';
import { MemoryCluster } from './memory-cluster.ts';
import { toldJournal } from './told.ts';

/** The one pod of which the past is asked for. */
export const web: Pod = {
  metadata: { name: 'web-1', namespace: 'shop', uid: 'uid-of-web-1', creationTimestamp: '2020-01-01T00:00:00Z' },
  spec: { nodeName: 'n1', containers: [{ name: 'main', resources: { requests: { cpu: '500m', memory: '64Mi' } } }] },
  status: { phase: 'Running' },
};

export interface PlannerAtWork {
  readonly journal: ReturnType<typeof toldJournal>;
  /** What is seen and expected then; nothing is measured that nobody said. */
  readonly see: (now: number) => Promise<LoadedView>;
  /** The pod uses so many cores, and bytes, then. */
  readonly measure: (now: number, amount: number) => void;
  readonly stop: () => Promise<void>;
}

/** What plans, in a cluster of one pod, as if begun at its first look. */
export async function aPlanner(source: LoadSource, historyMs: number, history?: HistoryStore): Promise<PlannerAtWork> {
  const world = new MemoryCluster();
  const size = { cpu: '8', memory: '16Gi', pods: '110' };
  world.put('Node', {
    metadata: { name: 'n1', uid: 'uid-of-n1' },
    spec: {},
    status: { capacity: size, allocatable: size, images: [] },
  });
  world.put('Pod', web);
  const cluster = new ClusterFollower(world, new ClusterStore(newestDialect));
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  void cluster.run(ending.signal);
  await cluster.whenInSync(ending.signal);
  const journal = toldJournal();
  const store = aStore();
  const held = { now: 0 };
  const load = () => store.view(held.now);
  const planner = new Planner({ cluster, journal, history, load, source: () => source, surgeRight: () => 'missing' });
  const lines = { signals, options: loadDefaults, prefix: 'metrics.' };
  return {
    journal,
    see: (now) => {
      held.now = now;
      return planner.see([], { lines, historyMs }, now, ending.signal);
    },
    measure(now, amount) {
      const { metadata } = web;
      const labels = { namespace: 'shop', pod: metadata.name };
      const series = [{ labels, value: amount, takenAt: now }];
      const live = [{ namespace: 'shop', name: metadata.name, uid: metadata.uid, createdAt: 0 }];
      const options = { ...loadDefaults, now };
      const pods = gatherPods({ source: 'prometheus', cpuCores: series, memoryBytes: series }, live, options);
      store.take({ ...aPass(now, [], {}), pods });
    },
    stop: () => planner.stop(),
  };
}
