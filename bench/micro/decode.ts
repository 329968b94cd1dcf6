/**
 * node bench/micro/decode.ts [pods]: the projecting decoder beside JSON.parse, on the same bytes in the same run.
 *
 * Work is done in pages of 500 pods, the ways taking turns page by page and changing order every page, so that a
 * noisy neighbour meets all of them; the projected results of a round are kept to its end. CPU is that of the whole
 * process, garbage collection included.
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Decoder } from '#kube/decode/decoder.ts';
import { ListStream } from '#kube/decode/list-stream.ts';
import { WatchLines } from '#kube/decode/watch-lines.ts';
import { type BenchPod, PodProjector, podShape } from './pod-projection.ts';
import { listOfPods, syntheticPods, watchOfPods } from './synthetic-pods.ts';

const ROUNDS = 6;
const WHOLE_ROUNDS = 10;
const PAGE = 500;
const CHUNK = 64 * 1024;

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const pods = syntheticPods(Number(process.argv[2] ?? 20_000));
const pages = Array.from({ length: Math.ceil(pods.length / PAGE) }, (_, page) => {
  const some = pods.slice(page * PAGE, (page + 1) * PAGE);
  return { pods: some, list: listOfPods(some), watch: watchOfPods(some) };
});
type Page = (typeof pages)[number];

/** One way through a round: remembers what it interned from page to page. */
type Way = () => (page: Page) => unknown[];

const ways = {
  'list, JSON.parse': () => (page) => {
    const body: { items: unknown[] } = JSON.parse(page.list.toString());
    return body.items.map(() => 0); // parsed and dropped: what JSON.parse costs at the very least
  },
  'list, JSON.parse + projection': () => {
    const projector = new PodProjector();
    return (page) => {
      const body: { items: BenchPod[] } = JSON.parse(page.list.toString());
      return body.items.map((pod) => projector.project(pod));
    };
  },
  'list, ListStream': () => {
    const decoder = new Decoder(podShape);
    return (page) => drained(new ListStream(decoder), page.list);
  },
  'pods, JSON.parse + projection': () => {
    const projector = new PodProjector();
    return (page) => page.pods.map((pod) => projector.project(JSON.parse(pod.toString())));
  },
  'pods, Decoder': () => {
    const decoder = new Decoder(podShape);
    return (page) => page.pods.map((pod) => decoder.decode(pod));
  },
  'watch, JSON.parse + projection': () => {
    const projector = new PodProjector();
    return (page) => linesOf(page.watch).map((line) => projector.project(eventIn(line).object));
  },
  'watch, WatchLines': () => {
    const lines = new WatchLines(new Decoder(podShape));
    return (page) => drained(lines, page.watch);
  },
} satisfies Record<string, Way>;
type WayName = keyof typeof ways;

const names = Object.keys(ways).filter((name): name is WayName => name in ways);
const comparisons: readonly (readonly [WayName, WayName])[] = [
  ['list, JSON.parse', 'list, ListStream'],
  ['list, JSON.parse + projection', 'list, ListStream'],
  ['pods, JSON.parse + projection', 'pods, Decoder'],
  ['watch, JSON.parse + projection', 'watch, WatchLines'],
];

function drained(stream: { push(chunk: Uint8Array): void; next(): unknown }, bytes: Buffer): unknown[] {
  const found: unknown[] = [];
  for (let start = 0; start < bytes.length; start += CHUNK) {
    stream.push(bytes.subarray(start, start + CHUNK));
    for (let one = stream.next(); one !== undefined; one = stream.next()) found.push(one);
  }
  return found;
}

function linesOf(bytes: Buffer): string[] {
  return bytes.toString().trimEnd().split('\n');
}

function eventIn(line: string): { object: BenchPod } {
  return JSON.parse(line);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** CPU microseconds of each way for each page. */
function round(turn: number): Map<WayName, number[]> {
  const running = new Map(names.map((name) => [name, ways[name]()]));
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const kept: unknown[][] = [];
  for (const [place, page] of pages.entries()) {
    for (const name of (place + turn) % 2 === 0 ? names : names.toReversed()) {
      const start = process.cpuUsage();
      const found = running.get(name)!(page);
      const { user, system } = process.cpuUsage(start);
      times.get(name)!.push(user + system);
      if (found.length !== page.pods.length) throw new Error(`${name}: ${found.length} pods of ${page.pods.length}`);
      kept.push(found);
    }
  }
  return times;
}

/** Bytes held a pod, by what is projected and by what is remembered in order to. */
function bytesHeld(way: Way): number {
  const before = held();
  const run = way();
  const kept = pages.map((page) => run(page));
  const after = held();
  if (kept.length !== pages.length || typeof run !== 'function') throw new Error('nothing was kept');
  return (after - before) / pods.length;
}

function held(): number {
  collectGarbage();
  collectGarbage(); // what the first one finalised
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** CPU microseconds a pod of one body of all pods, parsed and held whole, against the same streamed: pairs in turn. */
function wholeList(): { theirs: number[]; ours: number[] } {
  const body = listOfPods(pods);
  const times = { theirs: [] as number[], ours: [] as number[] };
  for (let turn = 0; turn < WHOLE_ROUNDS; turn += 1) {
    for (const whose of turn % 2 === 0 ? (['theirs', 'ours'] as const) : (['ours', 'theirs'] as const)) {
      collectGarbage();
      const start = process.cpuUsage();
      const kept: unknown =
        whose === 'theirs' ? JSON.parse(body.toString()) : drained(new ListStream(new Decoder(podShape)), body);
      const { user, system } = process.cpuUsage(start);
      if (kept === undefined) throw new Error('nothing was kept');
      times[whose].push((user + system) / pods.length);
    }
  }
  return times;
}

const memory = new Map(names.map((name) => [name, bytesHeld(ways[name])]));
const rounds = Array.from({ length: ROUNDS + 1 }, (_, turn) => round(turn)).slice(1); // the first one compiles
const timesOf = (name: WayName): number[] => rounds.flatMap((times) => times.get(name)!);

const bytesPerPod = Math.round(pages.reduce((sum, page) => sum + page.list.length, 0) / pods.length);
console.log(`${pods.length} pods of ${bytesPerPod} bytes in pages of ${PAGE}, ${ROUNDS} rounds`);
for (const name of names) {
  const perPod = (median(timesOf(name)) / PAGE).toFixed(1);
  console.log(
    `${name.padEnd(32)} ${perPod.padStart(6)} µs CPU and ${memory.get(name)!.toFixed(0).padStart(5)} bytes held a pod`,
  );
}
for (const [theirs, ours] of comparisons) {
  const [a, b] = [timesOf(theirs), timesOf(ours)];
  const sum = (times: readonly number[]): number => times.reduce((total, time) => total + time, 0);
  const paired = median(a.map((time, place) => time / b[place]!));
  console.log(
    `${ours} against ${theirs}: ${(sum(a) / sum(b)).toFixed(2)}x less CPU, median page ${paired.toFixed(2)}x`,
  );
}

const { theirs, ours } = wholeList(); // the best of each: on a shared machine whole rounds fall into bad minutes
console.log(
  `one list of all, JSON.parse ${Math.min(...theirs).toFixed(1)} µs, ListStream ${Math.min(...ours).toFixed(1)} µs a pod: ${(Math.min(...theirs) / Math.min(...ours)).toFixed(2)}x`,
);
