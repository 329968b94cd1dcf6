// Keeps stand-in nodes alive in a process of its own and prints what that costs, as one line of JSON:
//   node hollow-nodes-idle.ts KUBECONFIG NODES SETTLE_MS WATCH_MS
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { HollowCluster } from '../test/hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../test/hollow-nodes/node-spec.ts';
import { KubeApi } from '../test/support/kube-api.ts';

const [kubeconfig, nodes, settleMs, watchMs] = process.argv.slice(2);
const config = JSON.parse(readFileSync(kubeconfig!, 'utf8'));
const pem = (base64: string): string => Buffer.from(base64, 'base64').toString();
const [{ cluster }] = config.clusters;
const [{ user }] = config.users;
const api = new KubeApi({
  url: cluster.server,
  ca: pem(cluster['certificate-authority-data']),
  cert: pem(user['client-certificate-data']),
  key: pem(user['client-key-data']),
});

const hollow = await HollowCluster.start({ api, nodes: hollowNodes(Number(nodes)) });
await sleep(Number(settleMs));
const before = process.cpuUsage();
const startedAt = performance.now();
await sleep(Number(watchMs));
const { user: userUs, system: systemUs } = process.cpuUsage(before);
const cpuPercent = (userUs + systemUs) / 10 / (performance.now() - startedAt);
process.stdout.write(`${JSON.stringify({ kind: 'idle', cpuPercent })}\n`);
hollow.stop();
api.close();
