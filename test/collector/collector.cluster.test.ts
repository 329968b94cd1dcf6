import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync, renameSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { causes } from '#load/annotations/annotation-change.ts';
import { expectOk } from '../support/kube-api.ts';
import { auditedIn } from '../support/rights-used.ts';
import { freePort } from '../support/free-port.ts';
import { until } from '../support/until.ts';
import { hollowNode } from '../hollow-nodes/node-spec.ts';
import type { HollowLoad } from '../hollow-load/hollow-load.ts';
import type { Prometheus } from '../prometheus/start-prometheus.ts';
import { collectorTest } from './collector-test.ts';

const calm = { cpu: 0.3, memory: 0.5 };
const hot = { cpu: 0.3, memory: 0.93 };

/** Every node at the same calm load, from now on. */
function calmDown(load: HollowLoad): void {
  for (const node of load.model.nodes) load.model.drive(node, calm);
}

const loadOf = (node: string, signal: string): string => `plimsoll_node_load{node="${node}",signal="${signal}"}`;

/** Waits until a rate over every node can be told. */
function untilScraped(prometheus: Prometheus, load: HollowLoad): Promise<true> {
  return until('every node to be scraped twice', async () => {
    const rates = await prometheus.query('count by (instance) (rate(node_cpu_seconds_total[1m]))');
    return rates.length === load.model.nodes.length || undefined;
  });
}

/** Lets whoever knocks at one port in at another, until the test ends. */
async function openDoor(door: number, behind: number): Promise<void> {
  const server = createServer((socket) => {
    const inner = connect(behind, '127.0.0.1');
    socket.on('close', () => inner.destroy()).on('error', () => inner.destroy());
    inner.on('close', () => socket.destroy()).on('error', () => socket.destroy());
    socket.pipe(inner).pipe(socket);
  });
  server.listen(door, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

/** The requests that wrote nodes, of everybody who calls itself a collector, in the order they came. */
function nodeWrites(auditLog: string, prefix: string): readonly { readonly at: number; readonly node: string }[] {
  return auditedIn(auditLog)
    .filter(
      ({ stage, verb, userAgent = '', objectRef = {} }) =>
        stage === 'ResponseComplete' &&
        verb === 'patch' &&
        userAgent.includes('(collector)') &&
        objectRef.resource === 'nodes' &&
        objectRef.name.startsWith(prefix),
    )
    .map(({ requestReceivedTimestamp, objectRef }) => ({
      at: Date.parse(requestReceivedTimestamp),
      node: objectRef.name,
    }));
}

collectorTest(
  'a node driven above its line is marked, told of and counted; others are not',
  async ({ namespace, startNodes, startLoad, startScraping, startCollector, marksOn, eventsOn }) => {
    const load = await startLoad(await startNodes(20));
    calmDown(load);
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const collector = await startCollector({ 'prometheus-url': prometheus.url });
    const [node, other] = load.model.nodes as [string, string];
    await until('all to be calm', async () => {
      const marks = await Promise.all(load.model.nodes.map(marksOn));
      return marks.every((on) => on['metrics.overloaded'] === 'false') || undefined;
    });
    expect((await collector.page('/readyz')).status).toBe(200);

    load.model.drive(node, hot);
    const marks = await until('the node to be overloaded', async () => {
      const on = await marksOn(node);
      return on['metrics.overloaded'] === 'true' ? on : undefined;
    });
    expect(marks).toMatchObject({ 'metrics.memory': '0.930' });
    expect(Object.keys(marks).toSorted()).toEqual(
      ['cpu', 'last-updated', 'load', 'memory', 'overloaded'].map((key) => `metrics.${key}`),
    );
    expect(marks['metrics.last-updated']).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(Date.now() - Date.parse(marks['metrics.last-updated']!)).toBeLessThan(30_000);
    expect((await marksOn(other))['metrics.overloaded']).toBe('false');

    const event = await until('the Event', async () =>
      (await eventsOn(node)).find(({ reason }) => reason === 'NodeOverloaded'),
    );
    expect(event).toMatchObject({
      type: 'Warning',
      note: 'memory is 0.930, and 3 of the last 5 samples were above 0.800.',
      reportingController: 'plimsoll.dev/collector',
      regarding: { kind: 'Node', name: node },
    });
    expect(await collector.metric(loadOf(node, 'memory'))).toBeCloseTo(0.93, 6);
    expect(await collector.metric(loadOf(node, 'cpu'))).toBeCloseTo(0.3, 1);
    expect(await collector.metric(`plimsoll_node_overloaded{node="${node}"}`)).toBe(1);
    expect(await collector.metric(`plimsoll_node_overloaded{node="${other}"}`)).toBe(0);
    expect(await collector.metric('plimsoll_coverage_ratio')).toBe(1);
    expect(await collector.metric('plimsoll_leader{role="collector"}')).toBe(1);
    expect(await collector.metric('plimsoll_annotation_writes_total{cause="hot",outcome="written"}')).toBe(1);
    expect((await collector.page('/statusz')).text).toMatch(/collector +loop +self .* whole/);
    expect((await eventsOn('plimsoll-collector', namespace)).map(({ reason }) => reason)).toContain('LeaderElected');
    expect(await collector.stop()).toBe(0);
  },
);

collectorTest(
  'a Prometheus that is gone: values age out, no verdict flips, it is said; and when it is back, all is well again',
  async ({ namespace, startNodes, startLoad, startScraping, startCollector, marksOn, eventsOn }) => {
    const load = await startLoad(await startNodes(4));
    calmDown(load);
    const [node] = load.model.nodes as [string];
    load.model.drive(node, hot);
    const port = await freePort();
    const scraping = { scrapeConfigs: load.scrapeConfigs(), port };
    const prometheus = await startScraping(scraping);
    await untilScraped(prometheus, load);
    const collector = await startCollector({
      'prometheus-url': prometheus.url,
      'fresh-for': '6s',
      'forget-after': '10m',
    });
    const verdicts = async (): Promise<readonly (string | undefined)[]> =>
      (await Promise.all(load.model.nodes.map(marksOn))).map((marks) => marks['metrics.overloaded']);
    const expected = ['true', 'false', 'false', 'false'];
    await until('all verdicts', async () => (String(await verdicts()) === String(expected) ? true : undefined));

    await prometheus.stop();
    await until('the values to age out', async () => {
      const marks = await Promise.all(load.model.nodes.map(marksOn));
      expect(marks.map((on) => on['metrics.overloaded'])).toEqual(expected);
      return marks.every((on) => !('metrics.memory' in on) && !('metrics.cpu' in on)) || undefined;
    });
    const { status, text } = await collector.page('/readyz');
    expect([status, text]).toEqual([503, expect.stringContaining('[-]load failed: the load of no node is known')]);
    const blind = await until('the Event', async () =>
      (await eventsOn('plimsoll-collector', namespace)).find(({ reason }) => reason === 'LoadSourceBlind'),
    );
    expect(blind.note).toContain('the connection was refused');
    expect(await collector.metric('plimsoll_coverage_ratio')).toBe(0);

    await startScraping(scraping);
    await until('the values to be back', async () => 'metrics.memory' in (await marksOn(node)) || undefined);
    await until('readiness', async () => (await collector.page('/readyz')).status === 200 || undefined);
    expect(await verdicts()).toEqual(expected);
    expect(collector.kinds().filter((kind) => kind === 'source-blind' || kind === 'source-recovered')).toEqual([
      'source-blind',
      'source-recovered',
    ]);
    expect(collector.kinds().filter((kind) => kind.startsWith('node-'))).toEqual(['node-hot']);
  },
);

collectorTest(
  'A-04: started while Prometheus cannot be reached: blind at first, then judged by the past, asked for once it answers',
  async ({ startNodes, startLoad, startScraping, startCollector, marksOn }) => {
    const load = await startLoad(await startNodes(2));
    calmDown(load);
    const [node] = load.model.nodes as [string];
    load.model.drive(node, hot);
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    await untilScraped(prometheus, load);
    const door = await freePort();
    const collector = await startCollector({
      'prometheus-url': `http://127.0.0.1:${door}`,
      'prometheus-scrape-interval': '2s',
    });
    await until('it to be blind', async () => collector.kinds().includes('source-blind') || undefined);
    await until('Prometheus to have a past', async () => {
      const scrapes = await prometheus.query('min(count_over_time(node_memory_MemTotal_bytes[40s]))');
      return scrapes.some(({ value }) => Number(value[1]) > 12) || undefined;
    });
    expect(await marksOn(node)).toEqual({});

    await openDoor(door, Number(new URL(prometheus.url).port));
    const told = await until('the node to be hot', async () =>
      collector.told().find(({ kind }) => kind === 'node-hot'),
    );
    // without a past the first verdict is three samples deep
    expect(told.msg).toContain('memory is 0.930, and 5 of the last 5 samples were above 0.800.');
    await until('its mark', async () => (await marksOn(node))['metrics.overloaded'] === 'true' || undefined);
    expect(collector.kinds().filter((kind) => kind === 'source-recovered' || kind === 'past-unread')).toEqual([
      'source-recovered',
    ]);
  },
);

collectorTest(
  'a restart and a change of leader flip nothing, and write nothing that stands there already',
  async ({ controlPlane, namespace, startNodes, startLoad, startScraping, startCollector, marksOn }) => {
    const load = await startLoad(await startNodes(4));
    calmDown(load);
    const [node] = load.model.nodes as [string];
    load.model.drive(node, { ...calm, memory: 0.85 });
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    // nothing moves by so much, and no heartbeat is due: what is written is a verdict, or something that appears or goes
    const flags = { 'prometheus-url': prometheus.url, 'annotation-step': '1', 'annotation-heartbeat': '500h' };
    const first = await startCollector(flags);
    const settled = async (): Promise<true | undefined> => {
      const marks = await Promise.all(load.model.nodes.map(marksOn));
      const known = marks.every((on) => 'metrics.cpu' in on && 'metrics.load' in on && 'metrics.overloaded' in on);
      return (known && marks[0]!['metrics.overloaded'] === 'true') || undefined;
    };
    await until('the node to be hot', settled);
    load.model.drive(node, { ...calm, memory: 0.76 }); // hot only because it was: between release and line
    await until(
      'the collector to see it',
      async () => (await first.metric(loadOf(node, 'memory')))! < 0.77 || undefined,
    );
    const writes = (): number => nodeWrites(controlPlane.auditLog, namespace).length;
    const written = writes();
    expect(await first.stop()).toBe(0);

    const second = await startCollector(flags);
    const passes = (collector: typeof first, count: number): Promise<true> =>
      until(`${count} passes`, async () => {
        const passed = await collector.metric('plimsoll_pass_duration_seconds_count{outcome="whole"}');
        return (passed ?? 0) >= count || undefined;
      });
    await passes(second, 4);
    const third = await startCollector({ ...flags, 'lease-duration': '3s' });
    await passes(third, 4);
    expect(await third.metric('plimsoll_leader{role="collector"}')).toBe(0);
    expect(await second.stop()).toBe(0);
    await until('the other to lead', async () => third.kinds().includes('leading') || undefined);
    await passes(third, 8);
    for (const cause of causes) {
      const series = `plimsoll_annotation_writes_total{cause="${cause}",outcome="written"}`;
      expect([cause, await third.metric(series)]).toEqual([cause, 0]);
    }
    expect(writes()).toBe(written);
    expect((await marksOn(node))['metrics.overloaded']).toBe('true');
    for (const collector of [second, third]) {
      expect(collector.kinds().filter((kind) => kind.startsWith('node-'))).toEqual([]);
    }
  },
);

collectorTest(
  'others’ annotations stay; a node made anew under its name starts anew',
  async ({ api, startNodes, startLoad, startScraping, startCollector, marksOn }) => {
    const cluster = await startNodes(2);
    const load = await startLoad(cluster);
    calmDown(load);
    const [node] = load.model.nodes as [string];
    const foreign = { 'metrics.example.com/owner': 'somebody', 'metrics.custom': '7', note: 'mine' };
    expectOk(await api.merge(`/api/v1/nodes/${node}`, { metadata: { annotations: foreign } }));
    load.model.drive(node, hot);
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const collector = await startCollector({ 'prometheus-url': prometheus.url });
    const isHot = async (): Promise<true | undefined> =>
      (await marksOn(node))['metrics.overloaded'] === 'true' || undefined;
    await until('the node to be hot', isHot);
    expect(expectOk(await api.get(`/api/v1/nodes/${node}`)).metadata.annotations).toMatchObject(foreign);

    await cluster.remove(node);
    await cluster.add(hollowNode(0, { name: node }));
    load.model.drive(node, calm);
    const first = await until('the new node to be marked', async () => {
      const marks = await marksOn(node);
      return 'metrics.memory' in marks ? marks : undefined;
    });
    expect(first['metrics.memory']).toBe('0.500');
    expect(first['metrics.overloaded']).not.toBe('true');
    await until('its own verdict', async () => (await marksOn(node))['metrics.overloaded'] === 'false' || undefined);
    expect(collector.kinds().filter((kind) => kind.startsWith('node-'))).toEqual(['node-hot']);
  },
);

collectorTest(
  'a signal of one’s own, configured while it runs, is published from the next pass on; taken away, its key goes',
  async ({ controlPlane, namespace, startNodes, startLoad, startScraping, startCollector, marksOn }) => {
    const load = await startLoad(await startNodes(2));
    calmDown(load);
    const [node] = load.model.nodes as [string];
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    const folder = mkdtempSync(join(tmpdir(), 'plimsoll-config-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const config = join(folder, 'plimsoll.yaml');
    // put in place whole, as a ConfigMap is: half a file would be refused, and told
    const configure = (signals: object): void => {
      writeFileSync(
        `${config}.new`,
        JSON.stringify({ annotations: { heartbeat: '500h', step: 1 }, load: { signals } }),
      );
      renameSync(`${config}.new`, config);
    };
    configure({});
    const collector = await startCollector({ config, 'prometheus-url': prometheus.url });
    const carries = (key: string, is: boolean): Promise<true> =>
      until(`${key} to be ${is ? 'there' : 'gone'}`, async () => key in (await marksOn(node)) === is || undefined);
    await carries('metrics.memory', true);
    configure({ used: { query: '1 - node_memory_MemAvailable_bytes / node_memory_MemTotal_bytes', threshold: 0.9 } });
    await carries('metrics.used', true);
    expect((await marksOn(node))['metrics.used']).toBe('0.500');
    const passed = async (): Promise<number> =>
      (await collector.metric('plimsoll_pass_duration_seconds_count{outcome="whole"}')) ?? 0;
    const [passes, settled] = [await passed(), nodeWrites(controlPlane.auditLog, namespace).length];
    await until('eight more passes', async () => (await passed()) >= passes + 8 || undefined);
    // at most what was under way, once more a node: a key that is not watched yet is not written again at each pass
    expect(nodeWrites(controlPlane.auditLog, namespace).length - settled).toBeLessThanOrEqual(4);
    configure({});
    await carries('metrics.used', false);
    expect(collector.kinds().filter((kind) => kind.startsWith('config-'))).toEqual(['config-taken', 'config-taken']);
  },
);

collectorTest(
  'the write budget holds, as the API server counts',
  async ({ controlPlane, namespace, startNodes, startLoad, startScraping, startCollector }) => {
    const load = await startLoad(await startNodes(20));
    const prometheus = await startScraping({ scrapeConfigs: load.scrapeConfigs() });
    await startCollector({ 'prometheus-url': prometheus.url, 'annotation-writes-per-second': '5' });
    const written = await until(
      '60 writes',
      async () => {
        // everything moves at every pass
        for (const node of load.model.nodes) load.model.drive(node, { cpu: 0.3, memory: 0.2 + 0.5 * Math.random() });
        const writes = nodeWrites(controlPlane.auditLog, namespace);
        return writes.length >= 60 ? writes : undefined;
      },
      80_000,
    );
    const times = written.map(({ at }) => at).toSorted((one, other) => one - other);
    // six in a second: what was sent 200 ms apart may arrive a little closer
    times.forEach((at, index) =>
      expect(times.filter((other) => other >= at && other < at + 1000).length, `from ${index}`).toBeLessThanOrEqual(6),
    );
    expect(times.length / ((times.at(-1)! - times[0]!) / 1000)).toBeLessThanOrEqual(5.2);
    expect(new Set(written.map(({ node }) => node)).size).toBe(20);
  },
);
