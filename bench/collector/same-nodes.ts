import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { type HollowLoad, hollowLoad } from '../../test/hollow-load/hollow-load.ts';
import { HollowCluster } from '../../test/hollow-nodes/hollow-cluster.ts';
import { hollowNodes } from '../../test/hollow-nodes/node-spec.ts';
import { metricsServerProgram } from '../../test/metrics-server/metrics-server-program.ts';
import { startMetricsServer } from '../../test/metrics-server/start-metrics-server.ts';
import { prometheusProgram, startPrometheus } from '../../test/prometheus/start-prometheus.ts';
import { freePort } from '../../test/support/free-port.ts';
import { until } from '../../test/support/until.ts';
import { end, type Say } from '../informer/children.ts';
import { programFlags } from '../as-the-program.ts';
import type { Measures } from '../measure.ts';

const nodes = 500;
/** How often each asks: metrics-server as often as it can be made to, ours and Prometheus' as is usual. */
const everySeconds = { ours: 15, prometheus: 15, 'metrics-server': 10 };
/** A whole number of everybody's rounds, and two heartbeats: a write that comes late at either end weighs less. */
const watchedSeconds = 120;
const heartbeatSeconds = 60;
/** One-minute load averages and rates over their window come to rest, and the marks are spread over the heartbeat. */
const settleSeconds = 240;

const cli = join(import.meta.dirname, '../../src/app/cli.ts');

/** CPU seconds that a process has used, its kernel time included; /proc counts in hundredths. */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** The sum of a metric's series on a page of metrics. */
async function metric(url: string, name: string, labels: string = ''): Promise<number> {
  const page = await (await fetch(`${url}/metrics`)).text();
  const lines = page.split('\n').filter((line) => /^[{ ]/.test(line.slice(name.length)) && line.startsWith(name));
  return lines
    .filter((line) => line.includes(labels))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' '))), 0);
}

interface Collector {
  readonly url: string;
  readonly child: ChildProcess;
}

/** `plimsoll serve --role collector` as it is installed, its namespace being there. */
async function startCollector(kubeconfig: string, prometheusUrl: string): Promise<Collector> {
  const port = await freePort();
  const flags = {
    kubeconfig,
    'prometheus-url': prometheusUrl,
    'prometheus-scrape-interval': `${everySeconds.prometheus}s`,
    'scrape-interval': `${everySeconds.ours}s`,
    'annotation-heartbeat': `${heartbeatSeconds}s`,
    'lease-namespace': 'default',
    'bind-address': '127.0.0.1',
    'http-port': String(port),
  };
  const words = Object.entries(flags).flatMap(([flag, text]) => [`--${flag}`, text]);
  const child = spawn(process.execPath, [...programFlags, cli, 'serve', '--role', 'collector', ...words], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { url: `http://127.0.0.1:${port}`, child };
}

/** Every node at a load of its own, and there it stays. */
function holdSteady({ model }: HollowLoad): void {
  model.nodes.forEach((node, number) => model.drive(node, { cpu: 0.1 + (number % 50) / 100, memory: 0.4 }));
}

/** Node writes that came off, of any cause or of this one. */
const writesOf = ({ url }: Collector, cause: string = ''): Promise<number> =>
  metric(url, 'plimsoll_annotation_writes_total', `${cause},outcome="written"`);

function untilMarked(collector: Collector): Promise<true> {
  const isDone = async (): Promise<true | undefined> =>
    (await writesOf(collector).catch(() => 0)) >= nodes || undefined;
  return until('every node to be marked', isDone, 180_000);
}

/** Ours, metrics-server and Prometheus over the same stand-in nodes at the same time: CPU for one node in one round. */
export async function sameNodes(say: Say): Promise<Measures> {
  const [program, server] = [prometheusProgram('prometheus'), await metricsServerProgram()];
  if (program === undefined || server === undefined) throw new Error('this suite needs Prometheus and metrics-server');
  const closing: (() => unknown)[] = [];
  try {
    const controlPlane = await startControlPlane({ audit: false });
    closing.push(() => controlPlane.stop());
    const { api, kubeconfig } = controlPlane;
    const cluster = await HollowCluster.start({
      api,
      nodes: hollowNodes(nodes, 'hollow', { labels: { pool: 'bench' } }),
    });
    closing.push(() => cluster.stop());
    const load = await hollowLoad(cluster);
    closing.push(() => load.stop());
    holdSteady(load);
    const scrapeEveryMs = 1000 * everySeconds.prometheus;
    const scrapeConfigs = load.scrapeConfigs({ jobs: ['node-exporter'] });
    const prometheus = await startPrometheus(program, { scrapeEveryMs, scrapeConfigs });
    closing.push(() => prometheus.stop());
    const place = { controlPlane, api, cluster, load, namespace: 'default', nodeSelector: 'pool=bench' };
    const metricsServer = await startMetricsServer(server, place);
    closing.push(() => metricsServer.stop());
    const collector = await startCollector(kubeconfig, prometheus.url);
    closing.push(() => end(collector.child));
    say('waiting until all nodes are marked');
    await untilMarked(collector);
    await sleep(1000 * settleSeconds);

    const look = async () => ({
      ours: cpuSecondsOf(collector.child.pid!),
      prometheus: await metric(prometheus.url, 'process_cpu_seconds_total'),
      'metrics-server': cpuSecondsOf(metricsServer.process.pid),
      writes: await writesOf(collector),
      heartbeats: await writesOf(collector, 'cause="heartbeat"'),
      atSeconds: performance.now() / 1000,
    });
    const before = await look();
    await sleep(1000 * watchedSeconds);
    const after = await look();
    const perNode = (who: keyof typeof everySeconds): number => {
      const rounds = watchedSeconds / everySeconds[who];
      const us = ((after[who] - before[who]) * 1e6) / (rounds * nodes);
      say(`${who}: ${(after[who] - before[who]).toFixed(2)} s of CPU in ${watchedSeconds} s`);
      return us;
    };
    const written = after.writes - before.writes;
    say(`${written} writes, ${after.heartbeats - before.heartbeats} of them heartbeats`);
    const [ours, theirs] = [perNode('ours'), perNode('metrics-server')];
    return {
      'cpu-per-node-pass': { value: ours, unit: 'µs', peer: { name: 'metrics-server', value: theirs } },
      'cpu-per-node-scrape': { value: perNode('prometheus'), unit: 'µs' },
      // beside the heartbeats whatever moved beyond its step in that time
      'writes-steady-500-observed': { value: written / (after.atSeconds - before.atSeconds), unit: '1/s' },
    };
  } finally {
    for (const close of closing.toReversed()) await close();
  }
}
