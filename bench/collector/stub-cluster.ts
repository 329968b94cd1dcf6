// A Prometheus and an API server for a made-up cluster, in a process of its own:  node stub-cluster.ts NODES PODS
//   POST /round {round, nowMs, pods}   prepares every answer, so that who asks waits for nothing but the way
//   POST /api/v1/query                 what was prepared, packed as Prometheus packs
//   GET  /api/v1/nodes, /pods          everything as the first events of a watch that stays
//   GET  /apis/metrics.k8s.io/…/pods   a PodMetricsList
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { queriesOf } from '#sources/prometheus/queries.ts';
import { withTakenAt } from '#sources/prometheus/answers/taken-at.ts';
import { type Look, nodesVector, podMetricsList, podsVector } from './answers.ts';
import { nodeObject, podObject } from './objects.ts';
import { nodeSignals } from './population.ts';
import { queryOptions } from './asking.ts';

const [nodes, pods] = process.argv.slice(2).map(Number) as [number, number];

/** Which signal a query is for. */
const signals = new Map(
  queriesOf(queryOptions).map(({ signal, value, takenAt }) => [withTakenAt(value, takenAt ?? ''), signal]),
);

/** By signal, and the list of pods as `pods`. */
const prepared = new Map<string, Buffer>();

/** Whether pods are read in this run, and of whom. */
type PodsWanted = 'none' | 'prometheus' | 'metrics-api';

const packed = (text: string): Buffer => gzipSync(text, { level: 1 });

function prepare(look: Look, wanted: PodsWanted): void {
  for (const [index, signal] of nodeSignals.entries()) prepared.set(signal, packed(nodesVector(index, look)));
  if (wanted === 'prometheus') {
    prepared.set('pod-cpu', packed(podsVector('cores', look)));
    prepared.set('pod-memory', packed(podsVector('bytes', look)));
  }
  if (wanted === 'metrics-api') prepared.set('pods', packed(podMetricsList(look)));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, body: Buffer): void {
  response.writeHead(200, {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'content-length': body.length,
  });
  response.end(body);
}

/** Everything there is as initial events, then nothing more. */
async function watch(response: ServerResponse, count: number, object: (number: number) => object): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  for (let number = 0; number < count; number++) {
    const isTaken = response.write(`${JSON.stringify({ type: 'ADDED', object: object(number) })}\n`);
    if (!isTaken) await once(response, 'drain');
  }
  const metadata = { resourceVersion: '1000', annotations: { 'k8s.io/initial-events-end': 'true' } };
  response.write(`${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Node', apiVersion: 'v1', metadata } })}\n`);
}

const noPast = packed('{"status":"success","data":{"resultType":"matrix","result":[]}}');
const metricsGroup = packed('{"kind":"APIGroup","name":"metrics.k8s.io","versions":[{"version":"v1beta1"}]}');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
  const { pathname } = new URL(request.url!, 'http://stub');
  if (pathname === '/api/v1/nodes') return watch(response, nodes, nodeObject);
  if (pathname === '/api/v1/pods') return watch(response, pods, (pod) => podObject(pod, nodes));
  if (pathname === '/apis/metrics.k8s.io') return send(response, metricsGroup);
  if (pathname.endsWith('/v1beta1/pods')) return send(response, prepared.get('pods')!);
  const body = await bodyOf(request);
  if (pathname === '/api/v1/query_range') return send(response, noPast);
  if (pathname === '/round') {
    const { pods: wanted, ...look } = JSON.parse(body) as { round: number; nowMs: number; pods: PodsWanted };
    prepare({ nodes, pods, ...look }, wanted);
    return response.writeHead(204).end();
  }
  const signal = signals.get(new URLSearchParams(body).get('query') ?? '');
  const found = signal === undefined ? undefined : prepared.get(signal);
  return found === undefined ? response.writeHead(404).end() : send(response, found);
}

const server = createServer((request, response) => void answer(request, response));
server.keepAliveTimeout = 600_000; // on a busy machine rounds are far apart, and who asks finds out late what was closed
server.listen(0, '127.0.0.1', () => process.send!({ kind: 'listening', port: (server.address() as AddressInfo).port }));
process.on('disconnect', () => process.exit());
