import { describe, expect, onTestFinished, type TestAPI } from 'vitest';
import { connected } from '#kube/lease/fixtures/connected.ts';
import { Reflector } from '#kube/reflector/reflector.ts';
import type { Identifiable } from '#kube/reflector/identity.ts';
import type { Transport } from '#kube/transport/transport.ts';
import { type ClusterFixtures, clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk, type KubeApi, type KubeObject } from '#test/support/kube-api.ts';
import { type RichObjects, richObjects } from '#test/support/rich-objects.ts';
import { until } from '#test/support/until.ts';
import { Decoder } from '../decoder.ts';
import type { Encoding } from '../encoding.ts';
import { Interner } from '../interner.ts';
import { jsonEncoding } from '../json-encoding.ts';
import { fields, rawText, type Shape, text, textMap } from '../shapes.ts';
import { drained } from '../fixtures/drain.ts';
import type { WatchEvent } from '../watch-event.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { protobufEncoding } from './protobuf-encoding.ts';
import { choosing, plainly, shapeOfMessage } from './fixtures/shape-of-message.ts';

interface Fixtures {
  readonly transport: Transport;
}

const protobufTest: TestAPI<ClusterFixtures & Fixtures> = clusterTest.extend<Fixtures>({
  transport: async ({ controlPlane }, use) => {
    const transport = connected(controlPlane);
    await use(transport);
    await transport.close();
  },
});

type Query = Readonly<Record<string, string>>;

function encodings<T>(shape: Shape<T>, message: string): { json: Encoding<T>; protobuf: Encoding<T> } {
  const interner = new Interner();
  const protobuf = protobufEncoding(shape, message, interner);
  if (protobuf === undefined) throw new Error(`${message} was refused`);
  return { json: jsonEncoding(new Decoder(shape, { interner })), protobuf };
}

async function opened(
  transport: Transport,
  path: string,
  { mediaType }: Encoding<unknown>,
  query: Query = {},
): Promise<AsyncIterable<Uint8Array>> {
  const answer = await transport.stream({ method: 'GET', path, query, accept: mediaType, repeatable: 'no' });
  expect(answer.headers['content-type']).toContain(mediaType);
  return answer.body;
}

async function listed<T>(transport: Transport, path: string, encoding: Encoding<T>): Promise<T[]> {
  const reader = encoding.list();
  const found: T[] = [];
  for await (const chunk of await opened(transport, path, encoding)) {
    reader.push(chunk);
    found.push(...drained(reader));
  }
  expect(reader.finish()).toMatchObject({
    apiVersion: expect.any(String),
    metadata: { resourceVersion: expect.any(String) },
  });
  return found;
}

/** The same objects at the same versions in both encodings, as soon as nothing changes in between. */
async function listedTwice(
  transport: Transport,
  path: string,
  shape: Shape<unknown>,
  message: string,
): Promise<[unknown[], unknown[]]> {
  const { json, protobuf } = encodings(shape, message);
  return until(`${path} to rest`, async () => {
    const both: [unknown[], unknown[]] = [await listed(transport, path, json), await listed(transport, path, protobuf)];
    const [before, after] = [both[0], await listed(transport, path, json)].map((objects) => JSON.stringify(objects));
    return before === after ? both : undefined;
  });
}

async function written(api: KubeApi, { path, objects, statuses = {} }: RichObjects): Promise<void> {
  for (const object of objects) {
    const { name } = object.metadata;
    await until(`${path}/${name} to be taken`, async () => {
      const { status, body } = await api.create(path, object);
      // a new namespace has its service account only after a while
      if (status === 403 && JSON.stringify(body).includes('serviceaccount')) return undefined;
      return expectOk({ status, body, headers: {} });
    });
    onTestFinished(() => removed(api, `${path}/${name}`));
    if (statuses[name] !== undefined) expectOk(await api.merge(`${path}/${name}/status`, { status: statuses[name] }));
  }
}

async function removed(api: KubeApi, path: string): Promise<void> {
  await api.merge(path, { metadata: { finalizers: null } });
  await api.delete(path, { gracePeriodSeconds: 0 });
}

describe('a list holds the same in both encodings', () => {
  for (const { message } of richObjects('any')) {
    protobufTest(message, async ({ api, namespace, transport }) => {
      const rich = richObjects(namespace).find((one) => one.message === message)!;
      await written(api, rich);
      for (const choose of [plainly, choosing(1), choosing(2)]) {
        const shape = shapeOfMessage(message, choose);
        const [inJson, inProtobuf] = await listedTwice(transport, rich.path, shape, message);
        expect(inProtobuf).toEqual(inJson);
        expect(inJson.length).toBeGreaterThanOrEqual(Math.max(1, rich.objects.length));
      }
    });
  }
});

protobufTest('one object holds the same in both encodings', async ({ api, namespace, transport }) => {
  const message = 'k8s.io.api.core.v1.Pod';
  const rich = richObjects(namespace)[0]!;
  await written(api, rich);
  const shape = shapeOfMessage(message, plainly);
  const path = `${rich.path}/rich`;
  const [json, protobuf] = await Promise.all(
    ['application/json', 'application/vnd.kubernetes.protobuf'].map(
      async (accept) => (await transport.request({ method: 'GET', path, accept, repeatable: 'yes' })).body,
    ),
  );
  const decoded = ProtobufDecoder.of(shape, message, new Interner())!.decode(protobuf!);
  expect(decoded).toEqual(new Decoder(shape).decode(json!));
});

const mapMessage = 'k8s.io.api.core.v1.ConfigMap';
const mapShape = fields({
  metadata: fields({ namespace: text, name: rawText, uid: rawText, resourceVersion: rawText, labels: textMap }),
  data: textMap,
});

async function watched<T>(
  transport: Transport,
  path: string,
  { encoding, query, enough }: { encoding: Encoding<T>; query: Query; enough: (event: WatchEvent<T>) => boolean },
): Promise<WatchEvent<T>[]> {
  const reader = encoding.watch();
  const found: WatchEvent<T>[] = [];
  const asked = { watch: 'true', allowWatchBookmarks: 'true', timeoutSeconds: '20', ...query };
  for await (const chunk of await opened(transport, path, encoding, asked)) {
    reader.push(chunk);
    for (const event of drained(reader)) {
      found.push(event);
      if (enough(event)) return found;
    }
  }
  reader.finish();
  return found;
}

const nameIn = (event: WatchEvent<Identifiable>): string => ('object' in event ? event.object.metadata!.name! : '');

protobufTest('a watch tells the same in both encodings', async ({ api, namespace, transport }) => {
  const path = `/api/v1/namespaces/${namespace}/configmaps`;
  await until('the root certificate', async () => ((await api.get(path)).body.items.length > 0 ? true : undefined));
  const { json, protobuf } = encodings(mapShape, mapMessage);
  for (const name of ['a', 'b', 'c']) expectOk(await api.create(path, { metadata: { name }, data: { name } }));

  const initially = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' };
  const [inJson, inProtobuf] = await Promise.all(
    [json, protobuf].map((encoding) =>
      watched(transport, path, { encoding, query: initially, enough: ({ type }) => type === 'BOOKMARK' }),
    ),
  );
  const end = { type: 'BOOKMARK', initialEventsEnd: true };
  for (const events of [inJson!, inProtobuf!]) expect(events.at(-1)).toMatchObject(end);
  const inOrder = (events: WatchEvent<Identifiable>[]): unknown[] =>
    events.slice(0, -1).toSorted((one, other) => (nameIn(one) < nameIn(other) ? -1 : 1));
  expect(inOrder(inProtobuf!)).toEqual(inOrder(inJson!));
  expect(inProtobuf).toHaveLength(5);

  const { resourceVersion } = expectOk(await api.get(path)).metadata;
  const changes = Promise.all(
    [json, protobuf].map((encoding) =>
      watched(transport, path, { encoding, query: { resourceVersion }, enough: (event) => nameIn(event) === 'last' }),
    ),
  );
  expectOk(await api.merge(`${path}/a`, { data: { more: '' }, metadata: { labels: { l: '' } } }));
  expectOk(await api.delete(`${path}/b`));
  expectOk(await api.create(path, { metadata: { name: 'last' } }));
  const [told, toldInProtobuf] = await changes;
  expect(toldInProtobuf).toEqual(told);
  expect(told!.map(({ type }) => type)).toEqual(['MODIFIED', 'DELETED', 'ADDED']);
});

protobufTest(
  'a watch from a version yet to come ends with the same fault in both encodings',
  async ({ namespace, transport }) => {
    const path = `/api/v1/namespaces/${namespace}/configmaps`;
    const { json, protobuf } = encodings(mapShape, mapMessage);
    const query = { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan', resourceVersion: '999999999' };
    const [inJson, inProtobuf] = await Promise.all(
      [json, protobuf].map((encoding) => watched(transport, path, { encoding, query, enough: () => true })),
    );
    const [event] = inProtobuf!;
    const details = { retryAfterSeconds: expect.any(Number) };
    expect(event).toMatchObject({ type: 'ERROR', status: { code: 504, reason: 'Timeout', details } });
    expect(inJson![0]).toMatchObject(event!);
  },
);

describe('a reflector that asks for protobuf', () => {
  async function followed(
    transport: Transport,
    path: string,
    list: 'streamed' | 'paged',
  ): Promise<Map<string, unknown>> {
    const objects = new Map<string, unknown>();
    const interner = new Interner();
    const decoder = new Decoder(mapShape, { interner });
    const protobuf = protobufEncoding(mapShape, mapMessage, interner);
    const { promise, resolve } = Promise.withResolvers<void>();
    const sink = {
      applied: (object: Identifiable, { name }: { name: string }): void => void objects.set(name, object),
      removed: ({ name }: { name: string }): void => void objects.delete(name),
      synced: resolve,
    };
    const ending = new AbortController();
    const target = { kind: 'objects', path, decoder, protobuf };
    const running = new Reflector({ transport, target, sink }, { list, pageSize: 2 }).run(ending.signal);
    onTestFinished(async () => {
      ending.abort();
      await running;
    });
    await promise;
    return objects;
  }

  for (const list of ['streamed', 'paged'] as const) {
    protobufTest(`follows, ${list}`, async ({ api, namespace, transport }) => {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      for (const name of ['a', 'b', 'c']) expectOk(await api.create(path, { metadata: { name }, data: { name } }));
      const objects = await followed(transport, path, list);
      expect(objects.get('b')).toMatchObject({ metadata: { name: 'b' }, data: { name: 'b' } });
      expectOk(await api.create(path, { metadata: { name: 'd' } }));
      await until('the new one', async () => objects.get('d'));
    });

    protobufTest(`takes JSON from a server that has no other, ${list}`, async ({ api, namespace, transport }) => {
      const path = await customThings(api, namespace);
      expectOk(await api.create(path, aThing('a', namespace)));
      const objects = await followed(transport, path, list);
      expect(objects.get('a')).toMatchObject({ metadata: { name: 'a' }, data: { x: 'y' } });
      expectOk(await api.create(path, aThing('b', namespace)));
      await until('the new one', async () => objects.get('b'));
    });
  }
});

const aThing = (name: string, namespace: string): KubeObject => ({
  apiVersion: `${namespace}.example.org/v1`,
  kind: 'Thing',
  metadata: { name },
  data: { x: 'y' },
});

/** A kind of its own; gives where its objects are. */
async function customThings(api: KubeApi, namespace: string): Promise<string> {
  const group = `${namespace}.example.org`;
  const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const definition = {
    metadata: { name: `things.${group}` },
    spec: {
      group,
      names: { kind: 'Thing', plural: 'things' },
      scope: 'Cluster',
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    },
  };
  expectOk(await api.create(crds, definition));
  onTestFinished(async () => void (await api.delete(`${crds}/things.${group}`)));
  const path = `/apis/${group}/v1/things`;
  await until('the new kind to be served', async () => ((await api.get(path)).status === 200 ? true : undefined));
  return path;
}
