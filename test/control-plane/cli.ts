import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HollowCluster } from '../hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../hollow-nodes/node-spec.ts';
import { expectOk, type KubeObject } from '../support/kube-api.ts';
import { isReady } from '../support/workloads.ts';
import { NoControlPlane } from './binaries.ts';
import { type Component, type ControlPlane, startControlPlane } from './start-control-plane.ts';

const usage = `Starts a real Kubernetes control plane with stand-in nodes on this machine, until Ctrl-C.

Usage:
  npm run control-plane -- [--nodes N] [--pids]

Options:
  --nodes N   how many stand-in nodes (default 3)
  --pids      print the components' process ids, on one line
  --help      print this text
`;

const components: readonly Component[] = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler'];

function options(): { nodes: number; pids: boolean } | undefined {
  const { values } = parseArgs({
    options: {
      nodes: { type: 'string', default: '3' },
      pids: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return undefined;
  const nodes = Number(values.nodes);
  if (!Number.isInteger(nodes) || nodes < 0) throw new TypeError(`--nodes ${values.nodes}: not a whole number`);
  return { nodes, pids: values.pids };
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
  try {
    cluster = await HollowCluster.start({ api, nodes: hollowNodes(wanted.nodes) });
    if (wanted.pids) {
      process.stdout.write(`pids ${components.map((name) => controlPlane.process(name).pid).join(' ')}\n`);
    }
    process.stdout.write(
      `\n  export KUBECONFIG=${kubeconfig}\n  kubectl get nodes      # or ${binaries.kubectl}\n\nCtrl-C stops it and removes its data.\n\n`,
    );
    await follow(controlPlane, stopping.signal);
  } finally {
    cluster?.stop();
    await controlPlane.stop();
    process.stdout.write('stopped\n');
  }
}

try {
  await main();
} catch (fault) {
  const expected = fault instanceof NoControlPlane || fault instanceof TypeError;
  process.stderr.write(`${expected ? fault.message : String((fault as Error).stack ?? fault)}\n`);
  process.exitCode = expected ? 2 : 1;
}
