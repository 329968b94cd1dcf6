import { expect } from 'vitest';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { queryDefaults, type QueryOptions } from '#sources/prometheus/query-options.ts';
import { aClient, aPass, valuesOf } from '../prometheus/a-client.ts';
import type { Prometheus } from '../prometheus/start-prometheus.ts';
import { until } from '../support/until.ts';
import type { HollowLoad } from './hollow-load.ts';
import { loadTest } from './load-test.ts';
import { beatAt, beatMs } from './course.ts';
import { demandAt, limitsOrRequests, recordedDemand } from './demand.ts';

const WINDOW_MS = 6000;
const asked: QueryOptions = { ...queryDefaults, windowMs: WINDOW_MS, dialects: ['node-exporter'], pressure: 'asked' };

/** What the built-in queries say at a moment; now, if none is named. */
async function readings(
  prometheus: Prometheus,
  options: Partial<QueryOptions> = {},
  atMs = Date.now(),
): Promise<(signal: string) => Record<string, number | string>> {
  const pass = await aPass(aClient(prometheus.url), queriesOf({ ...asked, ...options }), atMs);
  return (signal) => valuesOf(pass, signal);
}

/** Waits until a rate over the window rests on samples of its whole length, none older than `since`. */
const untilSeen = (prometheus: Prometheus, since: number, count: number): Promise<true> =>
  until(`a window of ${count} nodes`, async () => {
    const first = `timestamp(node_load1 offset ${WINDOW_MS / 1000 + 1}s) >= ${since / 1000}`;
    return (await prometheus.query(first)).length >= count ? true : undefined;
  });

const instances =
  (load: HollowLoad) =>
  (node: string): string =>
    `${load.model.addressOf(node)}:9100`;

const share = (load: HollowLoad, node: string, what: 'cpuCores' | 'memoryBytes'): number => {
  const { use, capacity } = load.model.read(node);
  return use[what] / capacity[what];
};

loadTest(
  'cpu, memory, load, stalls and pods: the queries say what the model says',
  async ({ namespace, startNodes, startLoad, startScraping, deploy }) => {
    const cluster = await startNodes(3);
    const load = await startLoad(cluster, { speed: 1 }); // a trace's level holds for five minutes
    await deploy('web', 9);
    const [first, second, third] = load.model.nodes as [string, string, string];
    load.model.drive(second, { cpu: 0.93, memory: 0.95 });
    load.model.drive(third, { cpu: 1.6 });
    const since = Date.now();
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    await untilSeen(prometheus, since, 3);
    const say = await readings(prometheus);
    const cpu = say('cpu');
    const instance = instances(load);
    expect(cpu[instance(first)]).toBeCloseTo(share(load, first, 'cpuCores'), 4);
    expect(cpu[instance(second)]).toBeCloseTo(0.93, 4);
    expect(cpu[instance(third)]).toBeCloseTo(1, 4);
    for (const node of load.model.nodes) {
      // told with six decimals
      expect(say('memory')[instance(node)]).toBeCloseTo(share(load, node, 'memoryBytes'), 5);
    }
    const { averages, capacity } = load.model.read(second);
    expect(say('load')[instance(second)]).toBeCloseTo(averages.one / capacity.cpuCores, 1);
    expect(say('psi-cpu')[instance(third)]).toBeCloseTo(1 - 1 / 1.6, 1);
    expect(say('psi-memory')[instance(second)]).toBeCloseTo(0.5, 1);
    const pods = load.model.nodes.flatMap((node) => load.model.read(node).pods);
    expect(pods).toHaveLength(9);
    for (const { run, use } of pods) {
      const name = `${namespace} ${run.pod.metadata.name}`;
      expect(say('pod-cpu')[name]).toBeCloseTo(use.cpuCores, 4);
      expect(say('pod-memory')[name]).toBeCloseTo(use.memoryBytes, -1);
    }
  },
);

loadTest(
  'a rate of the counters gives back the trace, beat by beat',
  async ({ namespace, startNodes, startLoad, startScraping, deploy }) => {
    const cluster = await startNodes(1);
    const load = await startLoad(cluster, { speed: 25 }); // a level holds for twelve seconds
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    await deploy('web', 4, { cpu: '900m' });
    const [node] = load.model.nodes as [string];
    const { playing } = load.model;
    const { pods, capacity } = load.model.read(node);
    const firstBeat = beatAt(playing, Date.now()) + 1;
    for (const beat of [firstBeat, firstBeat + 1]) {
      const evaluatedAt = playing.from + (beat + 1) * beatMs(playing) - 200; // the window lies within the beat
      await until(
        'the beat to be over',
        async () => {
          const [up] = await prometheus.query(`timestamp(node_load1) >= ${evaluatedAt / 1000}`);
          return up === undefined ? undefined : true;
        },
        60_000,
      );
      const say = await readings(prometheus, {}, evaluatedAt);
      const used = pods.map(({ run }) => demandAt(recordedDemand(run, playing, limitsOrRequests(run.pod)), beat));
      for (const [index, { run }] of pods.entries()) {
        expect(say('pod-cpu')[`${namespace} ${run.pod.metadata.name}`]).toBeCloseTo(used[index]!.cpuCores, 4);
      }
      const cores = used.reduce((sum, { cpuCores }) => sum + cpuCores, 0.02 * capacity.cpuCores);
      expect(say('cpu')[instances(load)(node)]).toBeCloseTo(cores / capacity.cpuCores, 4);
    }
  },
);

loadTest(
  'A-08 an exporter beside its predecessor, or after it: one value a node, the one of now',
  async ({ startNodes, startLoad, startScraping }) => {
    const cluster = await startNodes(2);
    const load = await startLoad(cluster);
    const [both, replaced] = load.model.nodes as [string, string];
    load.model.drive(both, { cpu: 0.85, memory: 0.6 });
    load.model.drive(replaced, { cpu: 0.2, memory: 0.3 });
    load.quirks.add(both, 'two-exporters');
    const since = Date.now();
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    await untilSeen(prometheus, since, 3);
    load.quirks.replaceExporter(replaced);
    load.model.drive(replaced, { cpu: 0.85, memory: 0.6 });
    const successor = `node_cpu_seconds_total{pod="node-exporter-${replaced}-2",mode="idle",cpu="0"}`;
    const predecessor = `rate(node_cpu_seconds_total{pod="node-exporter-${replaced}-1",mode="idle",cpu="0"}[6s])`;
    const say = await until('both to have a rate in one window', async () => {
      const [old] = await prometheus.query(predecessor);
      const [counted] = await prometheus.query(`count_over_time(${successor}[6s]) >= 2`);
      return old === undefined || counted === undefined ? undefined : readings(prometheus);
    });
    const instance = instances(load);
    expect(say('cpu')).toEqual({
      [instance(both)]: expect.closeTo(0.85, 4),
      [instance(replaced)]: expect.closeTo(0.85, 4),
    });
    expect(say('memory')).toEqual({
      [instance(both)]: expect.closeTo(0.6, 4),
      [instance(replaced)]: expect.closeTo(0.6, 4),
    });
  },
);

loadTest(
  'A-12 a kernel without MemAvailable; a reboot within the window; an exporter that falls silent is not idle',
  async ({ startNodes, startLoad, startScraping }) => {
    const cluster = await startNodes(3);
    const load = await startLoad(cluster);
    const [old, rebooted, silent] = load.model.nodes as [string, string, string];
    for (const node of load.model.nodes) load.model.drive(node, { cpu: 0.6, memory: 0.5 });
    load.quirks.add(old, 'no-mem-available');
    const since = Date.now();
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    await untilSeen(prometheus, since, 3);
    load.model.reboot(rebooted);
    load.quirks.add(silent, 'silent-exporter');
    const instance = instances(load);
    const resets = `resets(node_cpu_seconds_total{instance="${instance(rebooted)}",cpu="0",mode="idle"}[6s]) == 1`;
    const say = await until('the reset to be seen, and the silence', async () => {
      const [reset] = await prometheus.query(resets);
      const [down] = await prometheus.query(`up{instance="${instance(silent)}"} == 0`);
      return reset === undefined || down === undefined ? undefined : readings(prometheus);
    });
    expect(await prometheus.query(`node_memory_MemAvailable_bytes{instance="${instance(old)}"}`)).toEqual([]);
    expect(say('memory')[instance(old)]).toBeCloseTo(0.5, 4);
    expect(say('cpu')[instance(rebooted)]).toBeCloseTo(0.6, 3);
    expect(say('memory')).not.toHaveProperty([instance(silent)]);
    expect(say('load')).not.toHaveProperty([instance(silent)]);
    const later = await until('the window to be empty of the silent one', async () => {
      const reading = await readings(prometheus);
      return instance(silent) in reading('cpu') ? undefined : reading;
    });
    expect(Object.keys(later('cpu')).toSorted()).toEqual([instance(old), instance(rebooted)].toSorted());
  },
);
