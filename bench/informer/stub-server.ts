// Speaks list and watch of pods, as many as asked for, made up as they are sent: node stub-server.ts KEYS_JSON PODS
// On `{changes, perSecond}` from the parent it sends so many changes to every watch.
import { createServer } from 'node:https';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { syntheticPods } from '../micro/synthetic-pods.ts';

const { cert, key } = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));
const count = Number(process.argv[3]);

/** Made once and varied as they are sent, so that the server itself stays small. */
const originals = syntheticPods(2000).map((bytes) => {
  const text = bytes.toString();
  const { name, uid, resourceVersion } = JSON.parse(text).metadata;
  return { text, name, uid, resourceVersion };
});
let version = 10_000_000;

/** Name and uid carry the pod's number, so that all pods differ; the version its last change. */
function pod(number: number, at: number): string {
  const { text, name, uid, resourceVersion } = originals[number % originals.length]!;
  const generation = String(Math.floor(number / originals.length)).padStart(3, '0');
  return text
    .replace(`"name":"${name}"`, `"name":"${name}-${generation}"`)
    .replace(`"uid":"${uid}"`, `"uid":"${uid.slice(0, -3)}${generation}"`)
    .replace(`"resourceVersion":"${resourceVersion}"`, `"resourceVersion":"${at}"`);
}

async function write(response: ServerResponse, text: string): Promise<void> {
  if (!response.write(text)) await once(response, 'drain');
}

const watches = new Set<ServerResponse>();
const bookmark = (initial: boolean): string => {
  const annotations = initial ? { 'k8s.io/initial-events-end': 'true' } : {};
  return `${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Pod', metadata: { resourceVersion: String(version), annotations } } })}\n`;
};

async function watch(query: URLSearchParams, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.flushHeaders();
  if (query.get('sendInitialEvents') === 'true') {
    for (let from = 0; from < count; from += 20) {
      let lines = '';
      for (let at = from; at < Math.min(count, from + 20); at++) {
        lines += `{"type":"ADDED","object":${pod(at, 1_000_000 + at)}}\n`;
      }
      await write(response, lines);
    }
    await write(response, bookmark(true));
  }
  watches.add(response);
  response.on('close', () => watches.delete(response));
}

async function list(query: URLSearchParams, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const from = Number(query.get('continue') ?? 0);
  const to = Math.min(count, from + Number(query.get('limit') ?? count));
  const next = to < count ? `,"continue":"${to}"` : '';
  await write(
    response,
    `{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"${version}"${next}},"items":[`,
  );
  for (let at = from; at < to; at++) await write(response, `${at === from ? '' : ','}${pod(at, 1_000_000 + at)}`);
  response.end(']}');
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url!, 'https://stub');
  if (searchParams.get('watch') !== null && searchParams.get('watch') !== 'false') await watch(searchParams, response);
  else await list(searchParams, response);
}

async function change(changes: number, perSecond: number): Promise<void> {
  const beganAt = performance.now();
  for (let made = 0; made < changes; made++) {
    version += 1;
    const line = `{"type":"MODIFIED","object":${pod((made * 7919) % count, version)}}\n`;
    for (const response of watches) await write(response, line);
    if (made % 20 === 19) await sleep(Math.max(0, beganAt + ((made + 1) * 1000) / perSecond - performance.now()));
  }
}

const server = createServer({ cert, key }, (request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => process.send!({ kind: 'listening', port: (server.address() as AddressInfo).port }));
process.on(
  'message',
  ({ changes, perSecond }: { changes: number; perSecond: number }) => void change(changes, perSecond),
);
process.on('disconnect', () => process.exit());
