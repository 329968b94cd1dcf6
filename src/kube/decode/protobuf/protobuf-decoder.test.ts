import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeFault } from '#kube/decode/bytes/decode-fault.ts';
import { Decoder } from '../decoder.ts';
import { Interner } from '../interner.ts';
import {
  anyJson,
  boolean,
  fields,
  jsonAs,
  listOf,
  nothing,
  number,
  rawText,
  type Shape,
  shared,
  text,
  textMap,
} from '../shapes.ts';
import { project } from '../fixtures/reference-projection.ts';
import { compileMessage } from './compile-message.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { type Bytes, bytes, enveloped, integer, joined, tag, varint } from './fixtures/encode.ts';
import { messageAtRandom } from './fixtures/messages-at-random.ts';
import { choosing, shapeOfMessage } from './fixtures/shape-of-message.ts';

const core = 'k8s.io.api.core.v1';
const kinds = [
  'core.v1.Pod',
  'core.v1.Node',
  'core.v1.PersistentVolume',
  'apps.v1.Deployment',
  'policy.v1.PodDisruptionBudget',
  'coordination.v1.Lease',
  'autoscaling.v2.HorizontalPodAutoscaler',
  'batch.v1.Job',
].map((kind) => `k8s.io.api.${kind}`);

function decoderOf<T>(shape: Shape<T>, message: string, interner: Interner = new Interner()): ProtobufDecoder<T> {
  const decoder = ProtobufDecoder.of(shape, message, interner);
  if (decoder === undefined) throw new Error('the shape was refused');
  return decoder;
}

function decoded<T>(shape: Shape<T>, content: Bytes, message: string = `${core}.Pod`): T {
  const decoder = decoderOf(shape, message);
  return decoder.decode(enveloped(decoder.kind, content));
}

const kindOf = (message: string): string => message.slice(message.lastIndexOf('.') + 1);

const metadata = (...records: Bytes[]): Bytes => bytes(1, ...records);
const spec = (...records: Bytes[]): Bytes => bytes(2, ...records);

describe('what is read', () => {
  const time = (...records: Bytes[]): Bytes => metadata(bytes(9, ...records));
  const deleted = fields({ metadata: fields({ deletionTimestamp: text }) });
  const aContainer = (...records: Bytes[]): Bytes => spec(bytes(2, ...records));
  const container = (of: Shape<unknown>): Shape<unknown> => fields({ spec: fields({ containers: listOf(of) }) });
  const port = container(fields({ livenessProbe: fields({ httpGet: fields({ port: jsonAs<number | string>() }) }) }));
  const aPort = (...records: Bytes[]): Bytes => aContainer(bytes(10, bytes(1, bytes(2, bytes(2, ...records)))));
  const onPort = (port: unknown): unknown => ({ spec: { containers: [{ livenessProbe: { httpGet: { port } } }] } });

  const cases: readonly { name: string; shape: Shape<unknown>; content: Bytes; want: unknown }[] = [
    {
      name: 'a string',
      shape: fields({ metadata: fields({ name: rawText }) }),
      content: metadata(bytes(1, 'a')),
      want: { metadata: { name: 'a' } },
    },
    {
      name: 'an empty string that JSON leaves out',
      shape: fields({ metadata: fields({ name: rawText, namespace: text }) }),
      content: metadata(bytes(1, ''), bytes(3, '')),
      want: { metadata: {} },
    },
    {
      name: 'an empty string that JSON writes',
      shape: container(fields({ name: text, image: text })),
      content: aContainer(bytes(1, ''), bytes(2, '')),
      want: { spec: { containers: [{ name: '' }] } },
    },
    {
      name: 'a zero that JSON leaves out',
      shape: fields({ metadata: fields({ generation: number }) }),
      content: metadata(integer(7, 0)),
      want: { metadata: {} },
    },
    {
      name: 'a zero somebody set',
      shape: fields({ metadata: fields({ deletionGracePeriodSeconds: number }) }),
      content: metadata(integer(10, 0)),
      want: { metadata: { deletionGracePeriodSeconds: 0 } },
    },
    {
      name: 'a false that JSON leaves out, and one somebody set',
      shape: fields({ spec: fields({ hostNetwork: boolean, enableServiceLinks: boolean }) }),
      content: spec(integer(11, 0), integer(30, 0)),
      want: { spec: { enableServiceLinks: false } },
    },
    {
      name: 'a negative number',
      shape: fields({ spec: fields({ priority: number }) }),
      content: spec(integer(25, -2_000_000_000)),
      want: { spec: { priority: -2_000_000_000 } },
    },
    {
      name: 'an empty message',
      shape: fields({ status: fields({ phase: text }) }),
      content: bytes(3),
      want: { status: {} },
    },
    { name: 'no message', shape: fields({ status: fields({ phase: text }) }), content: Buffer.of(), want: {} },
    {
      name: 'a time',
      shape: deleted,
      content: time(integer(1, 1_700_000_000), integer(2, 999)),
      want: { metadata: { deletionTimestamp: '2023-11-14T22:13:20Z' } },
    },
    { name: 'no time', shape: deleted, content: time(), want: { metadata: {} } },
    {
      name: 'the first second of 1970, which is a time',
      shape: deleted,
      content: time(integer(1, 0), integer(2, 0)),
      want: { metadata: { deletionTimestamp: '1970-01-01T00:00:00Z' } },
    },
    {
      name: 'a port by number',
      shape: port,
      content: aPort(integer(1, 0), integer(2, 8080), bytes(3, '')),
      want: onPort(8080),
    },
    {
      name: 'a port by name',
      shape: port,
      content: aPort(integer(1, 1), integer(2, 0), bytes(3, 'http')),
      want: onPort('http'),
    },
    {
      name: 'a map',
      shape: fields({ metadata: fields({ labels: textMap }) }),
      content: metadata(bytes(11, bytes(1, 'a'), bytes(2, 'b')), bytes(11, bytes(2, 'd'), bytes(1, 'c')), bytes(11)),
      want: { metadata: { labels: { a: 'b', c: 'd', '': '' } } },
    },
    {
      name: 'a map whose key is __proto__',
      shape: fields({ metadata: fields({ labels: textMap }) }),
      content: metadata(bytes(11, bytes(1, '__proto__'), bytes(2, 'x'))),
      want: { metadata: { labels: JSON.parse('{"__proto__":"x"}') } },
    },
    {
      name: 'the wanted keys of a map',
      shape: fields({ metadata: fields({ annotations: fields({ a: text }) }) }),
      content: metadata(bytes(12, bytes(1, 'b'), bytes(2, 'x')), bytes(12, bytes(1, 'a'), bytes(2, ''))),
      want: { metadata: { annotations: { a: '' } } },
    },
    {
      name: 'quantities',
      shape: container(fields({ resources: fields({ requests: textMap }) })),
      content: aContainer(
        bytes(8, bytes(2, bytes(1, 'cpu'), bytes(2, bytes(1, '100m'))), bytes(2, bytes(1, 'memory'))),
      ),
      want: { spec: { containers: [{ resources: { requests: { cpu: '100m', memory: '0' } } }] } },
    },
    {
      name: 'what JSON has among the fields around it',
      shape: fields({ spec: fields({ volumes: listOf(fields({ name: text, hostPath: fields({ path: text }) })) }) }),
      content: spec(bytes(1, bytes(1, 'v'), bytes(2, bytes(1, bytes(1, '/x'))))),
      want: { spec: { volumes: [{ name: 'v', hostPath: { path: '/x' } }] } },
    },
    {
      name: 'numbers one by one and packed',
      shape: fields({ spec: fields({ securityContext: fields({ supplementalGroups: listOf(number) }) }) }),
      content: spec(bytes(14, integer(4, 1), bytes(4, varint(2), varint(300)), integer(4, 4))),
      want: { spec: { securityContext: { supplementalGroups: [1, 2, 300, 4] } } },
    },
    {
      name: 'a list in two parts',
      shape: fields({ metadata: fields({ finalizers: shared(listOf(text)), name: text }) }),
      content: metadata(bytes(14, 'a'), bytes(1, 'n'), bytes(14, 'b')),
      want: { metadata: { finalizers: ['a', 'b'], name: 'n' } },
    },
    {
      name: 'a map in two parts',
      shape: fields({ metadata: fields({ labels: textMap, name: text }) }),
      content: metadata(
        bytes(11, bytes(1, 'a'), bytes(2, '1')),
        bytes(1, 'n'),
        bytes(11, bytes(1, 'b'), bytes(2, '2')),
      ),
      want: { metadata: { labels: { a: '1', b: '2' }, name: 'n' } },
    },
    {
      name: 'a message in two parts',
      shape: fields({ status: shared(fields({ phase: text, reason: text })) }),
      content: joined(bytes(3, bytes(1, 'Running'), bytes(4, 'x')), bytes(3, bytes(4, ''))),
      want: { status: { phase: 'Running' } },
    },
    {
      name: 'the last of two strings',
      shape: fields({ metadata: fields({ name: text }) }),
      content: metadata(bytes(1, 'a'), bytes(1, 'b')),
      want: { metadata: { name: 'b' } },
    },
    {
      name: 'a value that is only checked',
      shape: fields({ metadata: nothing, spec: fields({ nodeName: text }) }),
      content: joined(metadata(bytes(1, 'a')), spec(bytes(10, 'n'))),
      want: { spec: { nodeName: 'n' } },
    },
  ];
  for (const { name, shape, content, want } of cases) {
    test(name, () => expect(decoded(shape, content)).toEqual(want));
  }

  test('a time with microseconds', () => {
    const lease = fields({ spec: fields({ renewTime: text }) });
    const content = spec(bytes(4, integer(1, 1_700_000_000), integer(2, 12_345_678)));
    expect(decoded(lease, content, 'k8s.io.api.coordination.v1.Lease')).toEqual({
      spec: { renewTime: '2023-11-14T22:13:20.012345Z' },
    });
  });
});

describe('what is kept once', () => {
  const shape = fields({
    metadata: fields({ labels: textMap, ownerReferences: shared(listOf(fields({ name: text }))) }),
  });
  const pod = (name: string): Bytes =>
    enveloped(
      'Pod',
      metadata(bytes(1, name), bytes(11, bytes(1, 'app'), bytes(2, 'web')), bytes(13, bytes(3, 'web-1'))),
    );

  test('equal maps and shared values are one frozen object', () => {
    const decoder = decoderOf(shape, `${core}.Pod`);
    const [one, other] = [decoder.decode(pod('a')), decoder.decode(pod('b'))];
    expect(other.metadata!.labels).toBe(one.metadata!.labels);
    expect(other.metadata!.ownerReferences).toBe(one.metadata!.ownerReferences);
    expect(Object.isFrozen(one.metadata!.ownerReferences![0])).toBe(true);
  });

  test('the same bytes of another type are not the same value', () => {
    const requests = fields({ limits: textMap });
    const wanted = fields({
      spec: fields({
        containers: listOf(fields({ resources: requests })),
        affinity: fields({
          podAffinity: fields({
            requiredDuringSchedulingIgnoredDuringExecution: listOf(
              fields({ labelSelector: fields({ matchLabels: textMap }) }),
            ),
          }),
        }),
      }),
    });
    const entry = bytes(1, bytes(1, 'cpu'), bytes(2, bytes(1, '1')));
    const found = decoded(wanted, spec(bytes(2, bytes(8, entry)), bytes(18, bytes(2, bytes(1, bytes(1, entry))))));
    expect(found.spec!.containers![0]!.resources!.limits).toEqual({ cpu: '1' });
    expect(
      found.spec!.affinity!.podAffinity!.requiredDuringSchedulingIgnoredDuringExecution![0]!.labelSelector!.matchLabels,
    ).toEqual({ cpu: '\n\u00011' });
  });

  test('a string that JSON spells with escapes is no other string here', () => {
    const interner = new Interner();
    const name = fields({ metadata: fields({ namespace: text }) });
    const json = new Decoder(name, { interner });
    const protobuf = decoderOf(name, `${core}.Pod`, interner);
    const inJson = (spelt: string): unknown =>
      json.decode(Buffer.from(`{"metadata":{"namespace":"${spelt}"}}`)).metadata!.namespace;
    const inProtobuf = (spelt: string): unknown =>
      protobuf.decode(enveloped('Pod', metadata(bytes(3, spelt)))).metadata!.namespace;
    expect([inJson('a\\u003cb'), inProtobuf('a\\u003cb')]).toEqual(['a<b', 'a\\u003cb']);
    expect([inProtobuf('c\\nd'), inJson('c\\nd')]).toEqual(['c\\nd', 'c\nd']);
    expect([inProtobuf('ž'), inJson('ž')]).toEqual(['ž', 'ž']);
  });
});

describe('what is refused', () => {
  const refused: readonly { name: string; shape: Shape<unknown>; message?: string; why: string }[] = [
    { name: 'JSON as it stands', shape: fields({ spec: anyJson }), why: '.spec: a message read as json' },
    {
      name: 'a field that is not there',
      shape: fields({ spec: fields({ nodName: text }) }),
      why: '.spec.nodName: k8s.io.api.core.v1.PodSpec has no such field',
    },
    {
      name: 'what stands in the envelope',
      shape: fields({ kind: text }),
      why: '.kind: k8s.io.api.core.v1.Pod has no such field',
    },
    {
      name: 'a type that never comes',
      shape: fields({ metadata: fields({ name: number }) }),
      why: '.metadata.name: string read as number',
    },
    {
      name: 'managed fields',
      shape: fields({ metadata: fields({ managedFields: listOf(fields({ fieldsV1: anyJson })) }) }),
      why: '.metadata.managedFields[].fieldsV1: opaque read as json',
    },
    {
      name: 'bytes',
      shape: fields({ binaryData: textMap }),
      message: `${core}.ConfigMap`,
      why: '.binaryData: a map of bytes',
    },
    { name: 'a list for a message', shape: fields({ spec: listOf(text) }), why: '.spec: a message read as list' },
    {
      name: 'a message for a list',
      shape: fields({ spec: fields({ containers: textMap }) }),
      why: '.spec.containers: a list read as text-map',
    },
    {
      name: 'an unknown kind',
      shape: fields({}),
      message: 'io.example.Thing',
      why: ': no message io.example.Thing is known',
    },
  ];
  for (const { name, shape, message = `${core}.Pod`, why } of refused) {
    test(name, () => {
      expect(compileMessage(shape, message, new Interner())).toEqual({ kind: 'refused', why });
      expect(ProtobufDecoder.of(shape, message, new Interner())).toBeUndefined();
    });
  }
});

describe('what is malformed', () => {
  const shape = fields({
    metadata: fields({ name: text, labels: textMap, generation: number, deletionTimestamp: text }),
    spec: fields({ nodeName: text }),
  });
  const cases: readonly { name: string; document: Bytes; says: RegExp }[] = [
    { name: 'nothing at all', document: Buffer.of(), says: /at byte 0 instead of 'k8s'/ },
    { name: 'JSON', document: Buffer.from('{"kind":"Pod"}'), says: /'\{' at byte 0 instead of 'k8s'/ },
    { name: 'an envelope of another kind', document: enveloped('Node', Buffer.of()), says: /instead of a Pod/ },
    {
      name: 'an envelope without content',
      document: Buffer.from('k8s\0'),
      says: /instead of an envelope with content/,
    },
    {
      name: 'content encoded once more',
      document: joined(enveloped('Pod', Buffer.of()), bytes(3, 'gzip')),
      says: /not encoded once more/,
    },
    {
      name: 'a string that goes beyond its message',
      document: enveloped('Pod', bytes(1, tag(1, 2), varint(9), 'a')),
      says: /instead of a length within the \d+ bytes left/,
    },
    { name: 'a group', document: enveloped('Pod', metadata(tag(1, 3), tag(1, 4))), says: /instead of a tag/ },
    {
      name: 'a group nobody asked for',
      document: enveloped('Pod', metadata(tag(90, 3), tag(90, 4))),
      says: /instead of a tag/,
    },
    { name: 'field number zero', document: enveloped('Pod', metadata(Buffer.of(0, 0))), says: /instead of a tag/ },
    {
      name: 'a number for a string',
      document: enveloped('Pod', metadata(integer(1, 5))),
      says: /instead of a tag of wire type 2/,
    },
    {
      name: 'a string for a number',
      document: enveloped('Pod', metadata(bytes(7, 'x'))),
      says: /instead of a tag of wire type 0/,
    },
    {
      name: 'a map of numbers',
      document: enveloped('Pod', metadata(integer(11, 5))),
      says: /instead of a tag of wire type 2/,
    },
    {
      name: 'a varint without end',
      document: enveloped('Pod', metadata(tag(7, 0), Buffer.alloc(11, 0xff))),
      says: /instead of an integer/,
    },
    {
      name: 'a tag of more than 32 bits',
      document: enveloped('Pod', joined(varint(2 ** 32 + 10), varint(0))),
      says: /instead of a tag or a length/,
    },
    {
      name: 'a length without end',
      document: enveloped('Pod', joined(tag(1, 2), Buffer.alloc(6, 0xff))),
      says: /instead of a tag or a length/,
    },
    {
      name: 'a number cut by the end of its message',
      document: enveloped('Pod', metadata(tag(7, 0), Buffer.of(0x80))),
      says: /instead of the end of a message/,
    },
    {
      name: 'eight bytes of which three are there',
      document: enveloped('Pod', metadata(tag(90, 1), Buffer.of(1, 2, 3))),
      says: /instead of a value within/,
    },
    {
      name: 'a year beyond all calendars',
      document: enveloped('Pod', metadata(bytes(9, integer(1, 2 ** 50)))),
      says: /instead of a time/,
    },
  ];
  for (const { name, document, says } of cases) {
    test(name, () => {
      const read = (): unknown => decoderOf(shape, `${core}.Pod`).decode(document, 'a pod');
      expect(read).toThrow(DecodeFault);
      expect(read).toThrow(says);
    });
  }
});

describe('at random', () => {
  test('reads what the reference reads in JSON', () => {
    const seen = fc
      .constantFrom(...kinds)
      .chain((kind) => fc.tuple(fc.constant(kind), messageAtRandom(kind), fc.integer()));
    fc.assert(
      fc.property(seen, ([kind, { bytes, json }, seed]) => {
        const shape = shapeOfMessage(kind, choosing(seed));
        const decoder = decoderOf(shape, kind);
        const document = enveloped(kindOf(kind), bytes);
        const want = project(shape, json);
        expect(decoder.decode(document)).toEqual(want);
        expect(decoder.decode(document)).toEqual(want); // from what was kept
        expect(new Decoder(shape, { interner: decoder.interner }).decode(Buffer.from(JSON.stringify(json)))).toEqual(
          want,
        );
      }),
      { numRuns: 150 },
    );
  });

  test('mutated, it is read or it is a fault', () => {
    const seen = fc
      .constantFrom(...kinds)
      .chain((kind) => fc.tuple(fc.constant(kind), messageAtRandom(kind), fc.integer()));
    const mutations = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(seen, mutations, fc.nat(), ([kind, { bytes }, seed], mutations, cut) => {
        const document = Buffer.from(enveloped(kindOf(kind), bytes));
        for (const [at, byte] of mutations) document[at % document.length] = byte;
        const shape = shapeOfMessage(kind, choosing(seed));
        for (const some of [document, document.subarray(0, cut % document.length)]) {
          try {
            decoderOf(shape, kind).decode(some);
          } catch (fault) {
            expect(fault).toBeInstanceOf(DecodeFault);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
