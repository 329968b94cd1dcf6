import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { installKinds } from '../../test/control-plane/install-kinds.ts';
import { type ControlPlane, startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { limitsOrRequests } from '../../test/hollow-load/demand.ts';
import { hollowLoad } from '../../test/hollow-load/hollow-load.ts';
import { scrapeConfigs } from '../../test/hollow-load/scrape-configs.ts';
import { prometheusProgram, startPrometheus } from '../../test/prometheus/start-prometheus.ts';
import { freePort } from '../../test/support/free-port.ts';
import { expectOk, type KubeObject } from '../../test/support/kube-api.ts';
import type { Contender } from './contenders.ts';
import { LAPSE, lapsed, spans } from './lapse.ts';
import { measuresOf, type RunMeasures } from './measures-of-run.ts';
import { PodLedger } from './pod-ledger.ts';
import type { Scene } from './scene.ts';
import { NAMESPACE, setTheScene } from './set-the-scene.ts';

export interface RunReport extends RunMeasures {
  /** Where the contender's files are, its log among them. */
  readonly folder: string;
}

const leaseNamespace = 'plimsoll-system';

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

  // the load comes last, since it is where recorded time begins
  const port = await freePort();
  const prometheus = await startPrometheus(prometheusProgram('prometheus')!, {
    scrapeEveryMs: lapsed(spans.scrape),
    scrapeConfigs: scrapeConfigs(`http://127.0.0.1:${port}`, { labeling: 'instance-name' }),
  });
  toEnd.push(() => prometheus.stop());
  const ledger = await PodLedger.open(api, NAMESPACE);
  toEnd.push(() => ledger.stop());
  const playedAs = ({ metadata }: KubeObject): string => metadata.labels.app;
  const { seed, traces } = scene;
  const load = await hollowLoad(cluster, { port, seed, traces, speed: LAPSE, playedAs });
  toEnd.push(() => load.stop());
  const { playing } = load.model;
  const from = playing.from + lapsed(spans.lead);
  const window = { from, to: from + lapsed(spans.measured) };
  await sleep(window.from - Date.now());

  const folder = mkdtempSync(join(tmpdir(), `plimsoll-live-${contender.name}-`));
  const started = await contender.start({ kubeconfig, prometheusUrl: prometheus.url, leaseNamespace, folder });
  if (started !== undefined) {
    toEnd.push(() => started.stop());
    const code = await Promise.race([started.ended, sleep(window.to - Date.now())]);
    if (code !== undefined) throw new Error(`${contender.name} ended with exit code ${code}:\n${started.logTail()}`);
  } else await sleep(window.to - Date.now());
  const nominal = limitsOrRequests({ spec: { containers: [{ resources: scene.resources }] } });
  return { ...measuresOf({ scene, playing, stories: ledger.stories, window, nominal }), folder };
}
