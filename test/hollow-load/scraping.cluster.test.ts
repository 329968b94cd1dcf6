import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults } from '#sources/prometheus/query-options.ts';
import { aClient, aPass, valuesOf } from '../prometheus/a-client.ts';
import { prometheusProgram, writeConfiguration } from '../prometheus/start-prometheus.ts';
import { until } from '../support/until.ts';
import type { HollowLoad } from './hollow-load.ts';
import { loadTest } from './load-test.ts';
import { recordingRules } from './recording-rules.ts';
import { scrapeConfigs } from './scrape-configs.ts';
import { jobs, type Labeling, labelings } from './targets.ts';

const names: Readonly<Record<Labeling, (load: HollowLoad, node: string) => string>> = {
  'instance-address': (load, node) => `${load.model.addressOf(node)}:9100`,
  'instance-name': (_, node) => node,
  'node-label': (load, node) => `${node} ${load.model.addressOf(node)}:9100`,
};

loadTest.for(labelings)('series are labelled by %s', async (labeling, { startNodes, startLoad, startScraping }) => {
  const cluster = await startNodes(2);
  const load = await startLoad(cluster);
  const [first, second] = load.model.nodes as [string, string];
  load.model.drive(first, { memory: 0.3 });
  load.model.drive(second, { memory: 0.7 });
  const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs({ labeling, jobs: ['node-exporter'] }) });
  const memory = await until('both nodes to be scraped', async () => {
    const pass = await aPass(aClient(prometheus.url), queriesOf({ ...queryDefaults, pods: 'not-asked' }));
    const values = valuesOf(pass, 'memory');
    return Object.keys(values).length === 2 ? values : undefined;
  });
  expect(memory).toEqual({
    [names[labeling](load, first)]: expect.closeTo(0.3, 5),
    [names[labeling](load, second)]: expect.closeTo(0.7, 5),
  });
});

loadTest(
  'recording rules alone: nodes and pods by the names of kube-prometheus',
  async ({ namespace, startNodes, startLoad, startScraping, deploy }) => {
    const cluster = await startNodes(1);
    const load = await startLoad(cluster, { speed: 1 });
    await deploy('web', 2);
    const [node] = load.model.nodes as [string];
    load.model.drive(node, { cpu: 0.5, memory: 0.6 });
    const rules = recordingRules(1000, '5s');
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs(), rules });
    const ofPod = `node_namespace_pod_container:container_cpu_usage_seconds_total:sum_rate5m{namespace="${namespace}"}`;
    await until('the rules to have a whole window', async () => {
      const [old] = await prometheus.query('count_over_time(instance:node_cpu_utilisation:rate5m[30s]) >= 6');
      return old !== undefined && (await prometheus.query(ofPod)).length === 2 ? true : undefined;
    });
    const options = { ...queryDefaults, dialects: ['kube-prometheus'] as const };
    const pass = await aPass(aClient(prometheus.url), queriesOf(options));
    const instance = names['instance-address'](load, node);
    expect(valuesOf(pass, 'cpu')).toEqual({ [instance]: expect.closeTo(0.5, 1) });
    expect(valuesOf(pass, 'memory')).toEqual({ [instance]: expect.closeTo(0.6, 5) });
    const { pods } = load.model.read(node);
    for (const recorded of await prometheus.query(ofPod)) {
      const { use } = pods.find(({ run: { pod } }) => pod.metadata.name === recorded.metric['pod'])!;
      expect(Number(recorded.value[1])).toBeCloseTo(use.cpuCores, 1);
      expect(recorded.metric['node']).toBe(node);
    }
  },
);

loadTest(
  'nodes that come and go are targets while they are there; promtool finds nothing wrong with any page',
  async ({ skip, namespace, startNodes, startLoad, startScraping, deploy }) => {
    const promtool = prometheusProgram('promtool');
    if (promtool === undefined) skip('promtool is not installed: apt-get install prometheus');
    const cluster = await startNodes(2);
    const load = await startLoad(cluster);
    await deploy('web', 2);
    const [first, second] = load.model.nodes as [string, string];
    for (const path of ['metrics', 'metrics/cadvisor', 'metrics/resource']) {
      const page = await (await fetch(`${load.url}/nodes/${first}/${path}`)).text();
      expect(page).toMatch(/_cpu_(?:usage_)?seconds_total\S* \d/);
      expect(await wrongWith(promtool!, page)).toBe('');
    }
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs({ jobs: ['resource'] }) });
    const become = (want: readonly string[]): Promise<true> =>
      until(`targets ${want.join()}`, async () => {
        const up = await prometheus.query('up{job="kubelet"} == 1');
        const there = new Set(up.map(({ metric }) => metric['node']));
        return there.size === want.length && want.every((node) => there.has(node)) ? true : undefined;
      });
    await become([first, second]);
    await cluster.remove(second);
    await become([first]);
    const pods = await prometheus.query(`pod_memory_working_set_bytes{namespace="${namespace}"}`);
    expect(pods.length).toBeGreaterThan(0);
  },
);

/** What promtool says of a page, but for its taste in names. */
async function wrongWith(promtool: string, page: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const child = execFile(promtool, ['check', 'metrics'], (_fault, stdout, stderr) => {
    const told = (stdout + stderr).split('\n');
    resolve(told.filter((line) => !line.includes("should be written in 'snake_case'")).join('\n'));
  });
  child.stdin!.end(page);
  return promise;
}

loadTest('promtool accepts the scrape configs and the rules', async ({ skip }) => {
  const promtool = prometheusProgram('promtool');
  if (promtool === undefined) skip('promtool is not installed: apt-get install prometheus');
  const folder = mkdtempSync(join(tmpdir(), 'plimsoll-promtool-'));
  try {
    const configs = scrapeConfigs('http://127.0.0.1:1', { labeling: 'node-label', jobs });
    const config = writeConfiguration(folder, { scrapeConfigs: configs, rules: recordingRules(30_000) });
    const { stdout } = await promisify(execFile)(promtool!, ['check', 'config', config]);
    expect(stdout).toMatch(/SUCCESS: .* is valid/);
    expect(stdout).toMatch(/SUCCESS: 6 rules found/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
