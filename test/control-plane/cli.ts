import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../hollow-nodes/node-spec.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { isReady } from '../support/workloads.ts';
import { NoControlPlane } from './binaries.ts';
import { createPods, type PlayLoad, startPlayLoad } from './play.ts';
import { type Component, type ControlPlane, startControlPlane } from './start-control-plane.ts';

const usage = `Starts a real Kubernetes control plane with stand-in nodes on this machine, until Ctrl-C.

Usage:
  npm run control-plane -- [--nodes N] [--pods N] [--load [--scrape-interval 5s]] [--pids]

Options:
  --nodes N               how many stand-in nodes (default 3)
  --pods N                how many pods, in Deployments of several sizes (default 0)
  --load                  give nodes and pods a load from recorded traces, and start a
                          real Prometheus that scrapes it
  --scrape-interval TIME  how often Prometheus scrapes, such as 5s or 1m (default 5s)
  --pids                  print the components' process ids, on one line
  --help                  print this text
`;

const components: readonly Component[] = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

interface Wanted {
  readonly nodes: number;
  readonly pods: number;
  readonly load: boolean;
  readonly scrapeEveryMs: number;
  readonly pids: boolean;
}

function options(): Wanted | undefined {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string', default: '3' },
      pods: { type: 'string', default: '0' },
      load: { type: 'boolean', default: false },
      'scrape-interval': { type: 'string', default: '5s' },
      pids: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  return {
    nodes: wholeNumber('--nodes', values.nodes),
    pods: wholeNumber('--pods', values.pods),
    load: values.load,
    scrapeEveryMs: milliseconds('--scrape-interval', values['scrape-interval']),
    pids: values.pids,
  };
}

function wholeNumber(flag: string, text: string): number {
  if (!/^\d+$/.test(text)) throw new TypeError(`${flag} ${text}: not a whole number`);
  return Number(text);
}

function milliseconds(flag: string, text: string): number {
  const [, number, unit] = /^([1-9]\d*)(ms|s|m)$/.exec(text) ?? [];
  if (number === undefined) throw new TypeError(`${flag} ${text}: not a time such as 500ms, 5s or 1m`);
  return Number(number) * (unit === 'ms' ? 1 : unit === 's' ? 1000 : 60_000);
}

/** `12 of 20 nodes ready, 3 pods: 2 running, 1 pending` */
async function statusLine({ api }: ControlPlane): Promise<string> {
  const [nodes, pods] = await Promise.all([api.get('/api/v1/nodes'), api.get('/api/v1/pods')]);
  const ready = expectOk(nodes).items.filter(isReady).length;
  const phases = Map.groupBy(expectOk(pods).items as KubeObject[], (pod) => String(pod.status.phase).toLowerCase());
  const counted = [...phases].map(([phase, those]) => `${those.length} ${phase}`).join(', ');
  return `${ready} of ${nodes.body.items.length} nodes ready, ${pods.body.items.length} pods${counted && `: ${counted}`}`;
}

/** Prints the status whenever it changes, until the signal. */
async function follow(controlPlane: ControlPlane, signal: AbortSignal): Promise<void> {
  let told = '';
  while (!signal.aborted) {
    const line = await statusLine(controlPlane).catch((fault: unknown) => String(fault));
    if (line !== told) process.stdout.write(`${new Date().toTimeString().slice(0, 8)}  ${line}\n`);
    told = line;
    await sleep(1000, undefined, { signal }).catch(() => undefined);
  }
}

async function main(): Promise<void> {
  const wanted = options();
  if (wanted === undefined) {
    process.stdout.write(usage);
    return;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  const controlPlane = await startControlPlane();
  const { api, binaries, kubeconfig } = controlPlane;
  let cluster: HollowCluster | undefined;
  let playing: PlayLoad | undefined;
  try {
    cluster = await HollowCluster.start({ api, nodes: hollowNodes(wanted.nodes) });
    if (wanted.load) playing = await startPlayLoad(cluster, wanted.scrapeEveryMs);
    await createPods(api, wanted.pods);
    if (wanted.pids) {
      process.stdout.write(`pids ${components.map((name) => controlPlane.process(name).pid).join(' ')}\n`);
    }
    const kubectl = `  export KUBECONFIG=${kubeconfig}\n  kubectl get nodes      # or ${binaries.kubectl}\n`;
    process.stdout.write(`\n${kubectl}${loadHints(playing)}\nCtrl-C stops it and removes its data.\n\n`);
    await follow(controlPlane, stopping.signal);
  } finally {
    await playing?.stop();
    cluster?.stop();
    await controlPlane.stop();
    process.stdout.write('stopped\n');
  }
}

function loadHints(playing: PlayLoad | undefined): string {
  if (playing === undefined) return '';
  const { load, prometheus } = playing;
  const node = load.model.nodes.at(-1) ?? 'NODE';
  return [
    `  export PROMETHEUS_URL=${prometheus.url}`,
    `  curl -X PUT '${load.url}/drive/${node}?cpu=0.93'   # and memory=0.8; from now on`,
    `  curl -X DELETE '${load.url}/drive/${node}'         # back to its traces`,
    '',
  ].join('\n');
}

try {
  await main();
} catch (fault) {
  const expected = fault instanceof NoControlPlane || fault instanceof TypeError;
  process.stderr.write(`${expected ? fault.message : String((fault as Error).stack ?? fault)}\n`);
  process.exitCode = expected ? 2 : 1;
}
