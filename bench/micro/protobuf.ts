/**
 * node bench/micro/protobuf.ts [pods]: the same pods in JSON and in protobuf, as a real API server writes them, read
 * by the same shape. The ways take turns and change their order every round; CPU is that of the whole process.
 */
import { loadConfiguration } from '#kube/config/load-configuration.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import type { Encoding, StreamReader } from '#kube/decode/encoding.ts';
import { Interner } from '#kube/decode/interner.ts';
import { jsonEncoding } from '#kube/decode/json-encoding.ts';
import { protobufEncoding } from '#kube/decode/protobuf/protobuf-encoding.ts';
import { HttpTransport } from '#kube/transport/http-transport.ts';
import { transportDefaults } from '#kube/transport/options.ts';
import { throughput } from '../../test/control-plane/options.ts';
import { startControlPlane } from '../../test/control-plane/start-control-plane.ts';
import { loadPods } from '../informer/load-pods.ts';
import { type BenchPod, podShape } from './pod-projection.ts';

const ROUNDS = 30;
const PAGE = 500;
const CHUNK = 4 * 1024; // what Go writes at a time

/** A body as it came, and what reads it. */
interface Way {
  readonly name: string;
  readonly bytes: Buffer;
  readonly reader: () => StreamReader<unknown>;
}

async function recorded(kubeconfig: string): Promise<Way[]> {
  const around = { env: {}, homeFolder: '/nowhere', stdinIsTerminal: false, observer: {} };
  const transport = new HttpTransport(await loadConfiguration({ kubeconfig }, around), transportDefaults);
  const body = async ({ mediaType }: Encoding<BenchPod>, query: Record<string, string>): Promise<Buffer> => {
    const { body } = await transport.stream({
      method: 'GET',
      path: '/api/v1/pods',
      query,
      accept: mediaType,
      repeatable: 'no',
    });
    const chunks: Uint8Array[] = [];
    for await (const chunk of body) chunks.push(Uint8Array.from(chunk));
    return Buffer.concat(chunks);
  };
  const watch = { watch: 'true', resourceVersion: '0', timeoutSeconds: '2' };
  const ways: Way[] = [];
  for (const [name, encoding] of Object.entries(encodings())) {
    ways.push({
      name: `list, ${name}`,
      bytes: await body(encoding, { limit: String(PAGE) }),
      reader: () => encoding.list(),
    });
    ways.push({ name: `watch, ${name}`, bytes: await body(encoding, watch), reader: () => encoding.watch() });
  }
  await transport.close();
  return ways;
}

function encodings(): Record<string, Encoding<BenchPod>> {
  const protobuf = protobufEncoding(podShape, 'k8s.io.api.core.v1.Pod', new Interner());
  return { json: jsonEncoding(new Decoder(podShape)), protobuf: protobuf! };
}

/** How many values came. */
function readAll({ bytes, reader }: Way): number {
  const stream = reader();
  let values = 0;
  for (let start = 0; start < bytes.length; start += CHUNK) {
    stream.push(bytes.subarray(start, start + CHUNK));
    while (stream.next() !== undefined) values += 1;
  }
  return values;
}

const pods = Number(process.argv[2] ?? 2000);
const apiServerFlags = { ...throughput.apiServerFlags, 'disable-admission-plugins': 'ServiceAccount' };
const controlPlane = await startControlPlane({ ...throughput, components: [], apiServerFlags });
await loadPods(controlPlane.api, pods, console.log);
const ways = await recorded(controlPlane.kubeconfig);
await controlPlane.stop();

const times = new Map<string, number[]>(ways.map(({ name }) => [name, []]));
for (let round = 0; round < ROUNDS; round += 1) {
  for (const way of round % 2 === 0 ? ways : ways.toReversed()) {
    const start = process.cpuUsage();
    const values = readAll(way);
    const { user, system } = process.cpuUsage(start);
    times.get(way.name)!.push((user + system) / values);
  }
}
for (const { name, bytes } of ways) {
  const [first, ...rest] = times.get(name)!;
  const median = rest.toSorted((a, b) => a - b)[rest.length >> 1]!;
  console.log(
    `${name.padEnd(16)} ${String(bytes.length).padStart(9)} bytes, cold ${first!.toFixed(1)} µs, warm ${median.toFixed(1)} µs of CPU a pod`,
  );
}
