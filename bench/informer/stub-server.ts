// Speaks list and watch of pods, as many as asked for, made up as they are sent, in JSON or protobuf:
//   node stub-server.ts KEYS_JSON RECORDED_FRAMES PODS
// On `{changes, perSecond}` from the parent it sends so many changes to every watch.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { syntheticPods } from '../micro/synthetic-pods.ts';
import { closingBookmark, recordedPods, variant } from './recorded-pod.ts';

const { cert, key } = JSON.parse(readFileSync(process.argv[2]!, 'utf8'));
const count = Number(process.argv[4]);
const originals = 2000;

/** How events of one encoding are written: the pod of a number after so many changes, and the closing bookmark. */
interface Writing {
  readonly contentType: string;
  readonly event: (type: 'ADDED' | 'MODIFIED', number: number, change: number) => Buffer;
  readonly bookmark: () => Buffer;
}

function inProtobuf(): Writing {
  const pods = recordedPods(readFileSync(process.argv[3]!), originals);
  return {
    contentType: 'application/vnd.kubernetes.protobuf;stream=watch',
    // the type of a recorded event stays ADDED, which says the same to whoever follows
    event: (_, number, change) => variant(pods[number % pods.length]!, Math.floor(number / pods.length), change),
    bookmark: () => closingBookmark('1000'),
  };
}

function inJson(): Writing {
  const pods = syntheticPods(originals).map((bytes) => {
    const text = bytes.toString();
    const { name, uid, resourceVersion } = JSON.parse(text).metadata;
    return { text, name, uid, resourceVersion };
  });
  const pod = (number: number, change: number): string => {
    const { text, name, uid, resourceVersion } = pods[number % pods.length]!;
    const generation = String(Math.floor(number / pods.length)).padStart(3, '0');
    return text
      .replace(`"name":"${name}"`, `"name":"${name}-${generation}"`)
      .replace(`"uid":"${uid}"`, `"uid":"${uid.slice(0, -3)}${generation}"`)
      .replace(`"resourceVersion":"${resourceVersion}"`, `"resourceVersion":"${1_000_000 + change}"`);
  };
  const metadata = { resourceVersion: '1000', annotations: { 'k8s.io/initial-events-end': 'true' } };
  return {
    contentType: 'application/json',
    event: (type, number, change) => Buffer.from(`{"type":"${type}","object":${pod(number, change)}}\n`),
    bookmark: () => Buffer.from(`${JSON.stringify({ type: 'BOOKMARK', object: { kind: 'Pod', metadata } })}\n`),
  };
}

const write = async (response: ServerResponse, bytes: Buffer): Promise<void> => {
  if (!response.write(bytes)) await once(response, 'drain');
};

const watches = new Map<ServerResponse, Writing>();
const eventsAtOnce = 20;

/** Everything there is as initial events, if they are asked for, then whatever changes. */
async function watch(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const writing = request.headers.accept?.includes('protobuf') === true ? inProtobuf() : inJson();
  response.writeHead(200, { 'content-type': writing.contentType });
  response.flushHeaders();
  if (request.url!.includes('sendInitialEvents')) await sendAll(response, writing);
  watches.set(response, writing);
  response.on('close', () => watches.delete(response));
}

async function sendAll(response: ServerResponse, writing: Writing): Promise<void> {
  for (let from = 0; from < count; from += eventsAtOnce) {
    const numbers = Array.from({ length: Math.min(eventsAtOnce, count - from) }, (_, index) => from + index);
    await write(response, Buffer.concat(numbers.map((number) => writing.event('ADDED', number, 0))));
  }
  await write(response, writing.bookmark());
}

/** All pods in one answer, for a client that knows no better. */
async function list(response: ServerResponse): Promise<void> {
  const { event } = inJson();
  response.writeHead(200, { 'content-type': 'application/json' });
  await write(
    response,
    Buffer.from('{"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1000"},"items":['),
  );
  const [before, after] = ['{"type":"ADDED","object":'.length, '}\n'.length];
  for (let number = 0; number < count; number++) {
    if (number > 0) await write(response, Buffer.from(','));
    await write(response, event('ADDED', number, 0).subarray(before, -after));
  }
  response.end(']}');
}

async function change(changes: number, perSecond: number): Promise<void> {
  const beganAt = performance.now();
  for (let made = 1; made <= changes; made++) {
    for (const [response, writing] of watches) {
      await write(response, writing.event('MODIFIED', (made * 7919) % count, made));
    }
    if (made % eventsAtOnce === 0) await sleep(Math.max(0, beganAt + (made * 1000) / perSecond - performance.now()));
  }
}

const server = createServer({ cert, key }, (request, response) => {
  const isWatch = /[?&]watch=(true|1)/.test(request.url!);
  void (isWatch ? watch(request, response) : list(response));
});
server.listen(0, '127.0.0.1', () => process.send!({ kind: 'listening', port: (server.address() as AddressInfo).port }));
process.on('message', ({ changes, perSecond }: { changes: number; perSecond: number }) => {
  void change(changes, perSecond);
});
process.on('disconnect', () => process.exit());
