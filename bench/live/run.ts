import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installKinds } from '../../test/control-plane/install-kinds.ts';
import { type ControlPlane, startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import type { Playing } from '../../test/hollow-load/course.ts';
import { hollowLoad } from '../../test/hollow-load/hollow-load.ts';
import { recordedTraces } from '../../test/hollow-load/recorded-traces.ts';
import { scrapeConfigs } from '../../test/hollow-load/scrape-configs.ts';
import { prometheusProgram, startPrometheus } from '../../test/prometheus/start-prometheus.ts';
import { freePort } from '../../test/support/free-port.ts';
import type { GuardedProcess } from '../../test/support/guarded-process.ts';
import { expectOk, type KubeObject } from '../../test/support/kube-api.ts';
import type { Contender } from './contenders.ts';
import { LAPSE, lapsed, MINUTE, spans } from './lapse.ts';
import { measuresOf, type RunMeasures, type Window } from './measures-of-run.ts';
import { PodLedger } from './pod-ledger.ts';
import type { Scene } from './scene.ts';
import { NAMESPACE, setTheScene } from './set-the-scene.ts';

export interface RunReport extends RunMeasures {
  /** Where the contender's files are, its log among them. */
  readonly folder: string;
}

const leaseNamespace = 'plimsoll-system';

/**
 * Longer than a Lease lasts, for whoever leads anew waits that long; and one and a half of descheduler's intervals, so that
 * it looks in the middle of the traces' steps: at their edges it would see what is over.
 */
const warmUpMs = lapsed(7.5 * MINUTE);

/** One contender on the scene: a control plane, nodes, load and a Prometheus of its own, all gone when it is over. */
export async function run(scene: Scene, contender: Contender): Promise<RunReport> {
  // what can end is ended in the opposite order, however the run ends
  const toEnd: (() => unknown)[] = [];
  try {
    // no scheduler yet: the scene says where pods begin
    const controlPlane = await startControlPlane({ components: ['kube-controller-manager'], audit: false });
    toEnd.push(() => controlPlane.stop());
    return await play(scene, contender, controlPlane, toEnd);
  } finally {
    for (const end of toEnd.toReversed()) await end();
  }
}

/** What a run gives in which nobody acts: nothing moves by itself, so the start and the traces say it all. */
export function leftAlone(scene: Scene): RunMeasures {
  const playing = { traces: recordedTraces(scene.traces), seed: scene.seed, speed: LAPSE, from: 0 };
  const stories = scene.workloads.flatMap(({ name, startsOn }) =>
    startsOn.map((node) => ({
      workload: name,
      node,
      runsFrom: 0,
      readyFrom: 0,
      leavesAt: undefined,
      endedAt: undefined,
      wasEvicted: false,
    })),
  );
  return measuresOf({ scene, playing, stories, window: windowOf(playing) });
}

const windowOf = ({ from }: Playing): Window => ({ from, to: from + lapsed(spans.measured) });

async function play(
  scene: Scene,
  contender: Contender,
  controlPlane: ControlPlane,
  toEnd: (() => unknown)[],
): Promise<RunReport> {
  const { api, kubeconfig } = controlPlane;
  await installKinds(api);
  expectOk(await api.create('/api/v1/namespaces', { metadata: { name: leaseNamespace } }));
  const cluster = await setTheScene(api, scene);
  toEnd.push(() => cluster.stop());
  await controlPlane.restart('kube-scheduler');

  // load comes last, since recorded time begins with it: whoever is to act is up by then, and has seen nothing yet
  const port = await freePort();
  const prometheus = await startPrometheus(prometheusProgram('prometheus')!, {
    scrapeEveryMs: lapsed(spans.scrape),
    scrapeConfigs: scrapeConfigs(`http://127.0.0.1:${port}`, { labeling: 'instance-name' }),
  });
  toEnd.push(() => prometheus.stop());
  const ledger = await PodLedger.open(api, NAMESPACE);
  toEnd.push(() => ledger.stop());
  const folder = mkdtempSync(join(tmpdir(), `plimsoll-live-${contender.name}-`));
  const acting = await contender.start({ kubeconfig, prometheusUrl: prometheus.url, leaseNamespace, folder });
  toEnd.push(() => acting.stop());
  await whileUp(acting, warmUpMs);

  const { seed, traces } = scene;
  const playedAs = ({ metadata }: KubeObject): string => metadata.labels.app;
  const load = await hollowLoad(cluster, { port, seed, traces, speed: LAPSE, playedAs });
  toEnd.push(() => load.stop());
  const { playing } = load.model;
  const window = windowOf(playing);
  await whileUp(acting, window.to - Date.now());
  return { ...measuresOf({ scene, playing, stories: ledger.stories, window }), folder };
}

/** Waits; fails when the process ends before that. */
async function whileUp(acting: GuardedProcess, ms: number): Promise<void> {
  const code = await Promise.race([acting.ended, sleep(ms)]);
  if (code !== undefined) throw new Error(`${acting.name} ended with exit code ${code}:\n${acting.logTail()}`);
}
