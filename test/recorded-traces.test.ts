import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../data');
const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());

function filesOf(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder)).filter((name) => name.endsWith(ending));
}

/** A trace's text; the checksum inside a .gz is checked on the way. */
function read(folder: string, name: string): string {
  const bytes = readFileSync(join(root, folder, name));
  return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
}

interface Sheet {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

function sheet(folder: string, name: string): Sheet {
  const [header = [], ...rows] = read(folder, name)
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return { header, rows };
}

/** How many of the rows are not as they should be: one comparison a file keeps this fast. */
function strangers<Row>(rows: readonly Row[], isGood: (row: Row, index: number) => boolean): number {
  return rows.filter((row, index) => !isGood(row, index)).length;
}

const isWhole = (text: string | undefined): boolean => text !== undefined && /^\d+$/.test(text);
const sum = (rows: Sheet['rows'], column: number): number =>
  rows.reduce((total, row) => total + Number(row[column]), 0);

test('there are eight folders of traces', () => {
  expect(folders).toHaveLength(8);
});

for (const { name: folder } of folders) {
  test(`${folder} names its origin and its licence`, () => {
    const readme = read(folder, 'README.md');
    expect(readme).toMatch(/^- Origin: .{20,}/m);
    expect(readme).toMatch(/\b(?:Apache-2\.0|MIT)\b/);
  });

  test(`${folder} has nothing that does not open`, () => {
    for (const name of filesOf(folder, '.gz')) expect(read(folder, name).length).toBeGreaterThan(1000);
  });
}

const planetlabDays = [
  { day: '20110303', vms: 1052 },
  { day: '20110306', vms: 898 },
  { day: '20110309', vms: 1061 },
  { day: '20110403', vms: 1463 },
  { day: '20110409', vms: 1358 },
];
for (const { day, vms } of planetlabDays) {
  test(`planetlab ${day} has ${vms} VMs of 288 samples, 0 to 99 percent`, () => {
    const [header, ...lines] = read('planetlab', `planetlab-${day}.csv.gz`).trimEnd().split('\n');
    expect(header).toMatch(/^vm,t000,t001,.*,t287$/);
    expect(lines).toHaveLength(vms);
    expect(strangers(lines, (line) => /^v\d{4}(?:,\d\d?){288}$/.test(line))).toBe(0);
    expect(new Set(lines.map((line) => line.slice(0, 5))).size).toBe(vms);
  });
}

test('planetlab is every day its README lists', () => {
  expect(filesOf('planetlab', '.gz')).toEqual(planetlabDays.map(({ day }) => `planetlab-${day}.csv.gz`));
});

const series = ['00', '01', '03', '04', '06', '07', '08', '10', '12', '13', '15'];
for (const number of series) {
  test(`crane series ${number} rises by a minute a row, without gaps, for 8 to 16 days`, () => {
    const { header, rows } = sheet('crane-series', `series-${number}.csv.gz`);
    expect(header).toEqual(['ts', 'value']);
    const start = Number(rows[0]?.[0]);
    expect(strangers(rows, ([ts], index) => Number(ts) === start + 60 * index)).toBe(0);
    expect(strangers(rows, (row) => row.length === 2 && row[1] !== '' && Number.isFinite(Number(row[1])))).toBe(0);
    expect(rows.length / 1440).toBeGreaterThanOrEqual(8);
    expect(rows.length / 1440).toBeLessThanOrEqual(16);
  });
}

test('crane-series is every series its README lists', () => {
  expect(filesOf('crane-series', '.gz')).toEqual(series.map((number) => `series-${number}.csv.gz`));
});

test('bitbrains-small has 50 VMs over 21 days of 5-minute permille', () => {
  const [header = '', ...lines] = read('bitbrains-small', 'bitbrains-small-days00-20.csv.gz').trimEnd().split('\n');
  expect(header).toMatch(/^vm,cpu_count,cpu_capacity_mhz,mem_capacity_kb,t0,t1,.*,t6047$/);
  expect(lines).toHaveLength(50);
  expect(strangers(lines, (line) => /^\d+(?:,\d+){3}(?:,\d{0,4}){6048}$/.test(line))).toBe(0);
});

test('surf-week has jobs of 16 cores, submitted in the first 4 days, with a sample for each 5 minutes of their life', () => {
  const { header, rows } = sheet('surf-week', 'surf-week-days0-3.csv.gz');
  expect(header).toEqual(['task', 'submit_s', 'duration_s', 'cpu_count', 'mem_capacity', 'usage_permille_5min']);
  expect(rows).toHaveLength(2037);
  expect(strangers(rows, (row) => row.length === 6 && row.slice(0, 5).every(isWhole))).toBe(0);
  expect(strangers(rows, ([, submit, , cores]) => Number(submit) < 4 * 86_400 && cores === '16')).toBe(0);
  expect(
    strangers(rows, ([, , duration, , , usage]) => usage?.split(' ').length === Math.ceil(Number(duration) / 300)),
  ).toBe(0);
});

test('openb has 1,523 nodes with 125,514 cores and 6,212 GPUs', () => {
  const { header, rows } = sheet('openb', 'openb_node_list_all_node.csv');
  expect(header).toEqual(['sn', 'cpu_milli', 'memory_mib', 'gpu', 'model']);
  expect(rows).toHaveLength(1523);
  expect(strangers(rows, (row) => row.length === 5 && row.slice(1, 4).every(isWhole))).toBe(0);
  expect({ cores: sum(rows, 1) / 1000, gpus: sum(rows, 3) }).toEqual({ cores: 125_514, gpus: 6212 });
});

test('every GPU node of openb has a GPU and its model', () => {
  const { header, rows } = sheet('openb', 'openb_node_list_gpu_node.csv');
  expect(header).toEqual(['sn', 'cpu_milli', 'memory_mib', 'gpu', 'model']);
  expect(strangers(rows, (row) => row.length === 5 && Number(row[3]) > 0 && row[4] !== '')).toBe(0);
  expect(sum(rows, 3)).toBe(6212);
});

test('openb has 8,152 pods that ask for 85,436 cores, of four qualities, over 149 days', () => {
  const { header, rows } = sheet('openb', 'openb_pod_list_default.csv');
  expect(header.join()).toBe(
    'name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time',
  );
  expect(rows).toHaveLength(8152);
  expect(strangers(rows, (row) => row.length === 11 && row.slice(1, 5).every(isWhole))).toBe(0);
  expect(Math.round(sum(rows, 1) / 1000)).toBe(85_436);
  expect(new Set(rows.map((row) => row[6]))).toEqual(new Set(['LS', 'BE', 'Burstable', 'Guaranteed']));
  expect(Math.floor(Math.max(...rows.map((row) => Number(row[8]))) / 86_400)).toBe(149);
});

test('scheduler-perf has a floor in pods a second for each workload of three files', () => {
  const { header, rows } = sheet('scheduler-perf', 'thresholds.csv');
  expect(header.join()).toBe('file,test,workload,nodes,init_pods,measured_pods,threshold_pods_per_s,notes');
  expect(strangers(rows, (row) => row.length === 8 && row.slice(3, 6).every(isWhole) && Number(row[6]) > 0)).toBe(0);
  expect([...new Set(rows.map((row) => row[0]))]).toEqual(['misc', 'affinity', 'topology_spreading']);
});

test('node-exporter is one scrape in text format, of known types', () => {
  const lines = read('node-exporter', 'e2e-output.txt.gz').trimEnd().split('\n');
  const comment = /^# (?:HELP \S+ .*|TYPE \S+ (?:counter|gauge|histogram|summary|untyped))$/;
  const sample = /^[a-zA-Z_:][\w:]*(?:\{.*\})? \S+$/;
  expect(strangers(lines, (line) => comment.test(line) || sample.test(line))).toBe(0);
  expect(lines.some((line) => line.startsWith('node_cpu_seconds_total{'))).toBe(true);
});

interface Dump {
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

function dumps(ending: string): Dump['items'] {
  return filesOf('k8s-dumps', ending).flatMap((name) => {
    const dump: Dump = JSON.parse(read('k8s-dumps', name));
    return dump.items;
  });
}

const counts = [
  { kind: 'pods', want: 50 },
  { kind: 'nodes', want: 15 },
  { kind: 'deployments', want: 19 },
  { kind: 'replicasets', want: 24 },
  { kind: 'statefulsets', want: 3 },
  { kind: 'daemonsets', want: 1 },
];
for (const { kind, want } of counts) {
  test(`k8s-dumps has ${want} ${kind}, each with a name`, () => {
    const items = dumps(`-${kind}.json`);
    expect(items).toHaveLength(want);
    expect(strangers(items, (item) => item.metadata.name !== '')).toBe(0);
  });
}

interface Summary {
  readonly node: { readonly cpu: { readonly usageNanoCores: number } };
  readonly pods: readonly {
    readonly podRef: { readonly name: string };
    readonly memory: { readonly workingSetBytes: number };
  }[];
}

test("k8s-dumps has a kubelet's summary of a node and its pods", () => {
  const summary: Summary = JSON.parse(read('k8s-dumps', 'k3s-b-kubelet-stats-summary.json'));
  expect(summary.node.cpu.usageNanoCores).toBeGreaterThan(0);
  expect(strangers(summary.pods, (pod) => pod.podRef.name !== '' && pod.memory.workingSetBytes > 0)).toBe(0);
});
