import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeFault, type Flaw } from '#kube/decode/bytes/decode-fault.ts';
import { Interner } from '../interner.ts';
import { fields, rawText, textMap } from '../shapes.ts';
import { chunksOf, cuts } from '../fixtures/chunks.ts';
import { drained } from '../fixtures/drain.ts';
import type { WatchEvent } from '../watch-event.ts';
import { ProtobufDecoder } from './protobuf-decoder.ts';
import { ProtobufList } from './protobuf-list.ts';
import { ProtobufWatch } from './protobuf-watch.ts';
import {
  aList,
  anEvent,
  type Bytes,
  bytes,
  enveloped,
  framed,
  integer,
  joined,
  tag,
  varint,
} from './fixtures/encode.ts';

const message = 'k8s.io.api.core.v1.Pod';
const shape = fields({ metadata: fields({ name: rawText, labels: textMap }) });
const decoder = ProtobufDecoder.of(shape, message, new Interner())!;

const aPod = (name: string): Bytes =>
  joined(bytes(1, bytes(1, name), bytes(11, bytes(1, 'app'), bytes(2, 'web'))), bytes(2, bytes(10, 'x'.repeat(40))));
const podNamed = (name: string): unknown => ({ metadata: { name, labels: { app: 'web' } } });
const names = ['a', 'b', '', 'd'];
const wanted = ['a', 'b', undefined, 'd'].map((name) =>
  name === undefined ? { metadata: { labels: { app: 'web' } } } : podNamed(name),
);

const anOptions = { longestBytes: 4096, reading: 'the pods' };
const list = (): ProtobufList<unknown> => new ProtobufList(decoder, anOptions);
const watch = (): ProtobufWatch<unknown> => new ProtobufWatch(decoder, anOptions);

function all<Value, End>(
  reader: { push(chunk: Uint8Array): void; next(): Value | undefined; finish(): End },
  chunks: Iterable<Uint8Array>,
): { values: Value[]; end: End } {
  const values: Value[] = [];
  for (const chunk of chunks) {
    reader.push(chunk);
    values.push(...drained(reader));
  }
  return { values, end: reader.finish() };
}

function faultOf(read: () => unknown): DecodeFault {
  try {
    read();
  } catch (fault) {
    if (fault instanceof DecodeFault) return fault;
    throw fault;
  }
  throw new Error('nothing was thrown');
}

const bookmark = anEvent('BOOKMARK', 'Pod', bytes(1, bytes(6, '42')));
const lastInitial = anEvent(
  'BOOKMARK',
  'Pod',
  bytes(1, bytes(6, '43'), bytes(12, bytes(1, 'k8s.io/initial-events-end'), bytes(2, 'true'))),
);
const status = bytes(1, bytes(2, ''));
const expired = anEvent(
  'ERROR',
  'Status',
  joined(
    status,
    bytes(2, 'Failure'),
    bytes(3, 'too old'),
    bytes(4, 'Expired'),
    bytes(5, integer(5, 2)),
    integer(6, 410),
  ),
);
const events = [
  anEvent('ADDED', 'Pod', aPod('a')),
  bookmark,
  anEvent('DELETED', 'Pod', aPod('b')),
  lastInitial,
  expired,
];
const told: readonly WatchEvent<unknown>[] = [
  { type: 'ADDED', object: podNamed('a') },
  { type: 'BOOKMARK', resourceVersion: '42', initialEventsEnd: false },
  { type: 'DELETED', object: podNamed('b') },
  { type: 'BOOKMARK', resourceVersion: '43', initialEventsEnd: true },
  { type: 'ERROR', status: { code: 410, reason: 'Expired', message: 'too old', details: { retryAfterSeconds: 2 } } },
];

describe('a list', () => {
  const body = aList('Pod', names.map(aPod));
  const head = {
    kind: 'PodList',
    apiVersion: 'v1',
    metadata: { resourceVersion: '7', continue: 'more', remainingItemCount: 3 },
  };

  test('comes item by item, however it is cut', () => {
    fc.assert(
      fc.property(cuts, (cuts) => {
        expect(all(list(), chunksOf(body, cuts))).toEqual({ values: wanted, end: head });
      }),
    );
  });

  test('an item is given as soon as it is whole', () => {
    const reader = list();
    const middle = Buffer.from(body).indexOf('xxx');
    reader.push(body.subarray(0, middle));
    expect(drained(reader)).toEqual([]);
    reader.push(body.subarray(middle, middle + 40));
    expect(drained(reader)).toEqual([podNamed('a')]);
  });

  test('may be empty', () => {
    expect(all(list(), [aList('Pod', [])])).toEqual({ values: [], end: head });
    expect(all(list(), [enveloped('PodList', Buffer.of())]).values).toEqual([]);
  });

  test('fields nobody knows are passed', () => {
    const content = joined(integer(9, 5), bytes(2, aPod('a')), bytes(8, 'x'), bytes(2, aPod('b')));
    const body = joined(enveloped('PodList', content), bytes(77, 'y'));
    expect(all(list(), chunksOf(body, 'everywhere')).values).toEqual([podNamed('a'), podNamed('b')]);
  });

  test('cut anywhere it is cut short, and what came before is given', () => {
    for (let length = 0; length < body.length; length += 1) {
      const reader = list();
      reader.push(body.subarray(0, length));
      const found = drained(reader);
      expect(found).toEqual(wanted.slice(0, found.length));
      // without its last fields, which are empty, it is whole
      if (length >= body.length - 4 && length % 2 === body.length % 2) continue;
      expect(faultOf(() => reader.finish())).toMatchObject({ flaw: 'cut-short', offset: length });
    }
  });

  const cases: readonly { name: string; body: Bytes; flaw: Flaw; says: RegExp }[] = [
    {
      name: 'JSON',
      body: Buffer.from('{"kind":"PodList"}'),
      flaw: 'unexpected',
      says: /reading the pods: there is '\{' at byte 0 instead of/,
    },
    { name: 'one object', body: enveloped('Pod', aPod('a')), flaw: 'unexpected', says: /instead of a PodList/ },
    { name: 'another kind', body: aList('Node', []), flaw: 'unexpected', says: /instead of a PodList/ },
    {
      name: 'an item that goes beyond the list',
      body: enveloped('PodList', joined(tag(2, 2), varint(99))),
      flaw: 'unexpected',
      says: /a length within/,
    },
    {
      name: 'an item too large',
      body: aList('Pod', [aPod('x'.repeat(5000))]),
      flaw: 'too-large',
      says: /a value of over 4096 bytes/,
    },
    {
      name: 'an item that says it is too large',
      body: joined(
        aList('Pod', []).subarray(0, 16),
        bytes(1, bytes(2, 'PodList')),
        tag(2, 2),
        varint(2 ** 31),
        tag(2, 2),
        varint(2 ** 30),
      ),
      flaw: 'unexpected',
      says: /the pods/,
    },
    {
      name: 'an item that is no pod',
      body: aList('Pod', [integer(1, 3)]),
      flaw: 'unexpected',
      says: /a tag of wire type 2/,
    },
    { name: 'two lists', body: joined(aList('Pod', []), bytes(2, '')), flaw: 'unexpected', says: /instead of the end/ },
    { name: 'a group', body: enveloped('PodList', tag(5, 3)), flaw: 'unexpected', says: /instead of a tag/ },
  ];
  for (const { name, body, flaw, says } of cases) {
    test(`${name} is a fault, in one piece and in many`, () => {
      for (const cuts of [[], 'everywhere'] as const) {
        const fault = faultOf(() => all(list(), chunksOf(body, cuts)));
        expect(fault.flaw).toBe(flaw);
        expect(fault.message).toMatch(says);
      }
    });
  }
});

describe('a watch', () => {
  const body = joined(...events);

  test('comes event by event, however it is cut', () => {
    fc.assert(
      fc.property(cuts, (cuts) => {
        expect(all(watch(), chunksOf(body, cuts)).values).toEqual(told);
      }),
    );
  });

  test('the type may come after the object', () => {
    const event = framed(joined(bytes(2, bytes(1, enveloped('Pod', aPod('a')))), integer(9, 1), bytes(1, 'ADDED')));
    expect(all(watch(), [event]).values).toEqual([told[0]]);
  });

  test('cut within an event it is cut short', () => {
    const ends = new Set(events.map((_, index) => joined(...events.slice(0, index)).length));
    for (let length = 0; length < body.length; length += 1) {
      const reader = watch();
      reader.push(body.subarray(0, length));
      drained(reader);
      if (ends.has(length)) reader.finish();
      else expect(faultOf(() => reader.finish())).toMatchObject({ flaw: 'cut-short', offset: length });
    }
  });

  const cases: readonly { name: string; body: Bytes; flaw: Flaw; offset: number; says: RegExp }[] = [
    {
      name: 'JSON',
      body: Buffer.from('{"type":"ADDED"}'),
      flaw: 'too-large',
      offset: 0,
      says: /an event of 2065855609 bytes at byte 0/,
    },
    {
      name: 'an event too large',
      body: joined(bookmark, Buffer.of(0, 0, 0x10, 1)),
      flaw: 'too-large',
      offset: bookmark.length,
      says: /an event of 4097 bytes/,
    },
    { name: 'an empty event', body: Buffer.alloc(4), flaw: 'unexpected', offset: 4, says: /a type and an object/ },
    {
      name: 'an unknown type',
      body: anEvent('MOVED', 'Pod', aPod('a')),
      flaw: 'unexpected',
      offset: 6,
      says: /instead of ADDED/,
    },
    {
      name: 'an object of another kind',
      body: joined(bookmark, anEvent('ADDED', 'Node', aPod('a'))),
      flaw: 'unexpected',
      offset: bookmark.length + 15,
      says: /instead of a Pod/,
    },
    {
      name: 'a bookmark without a version',
      body: anEvent('BOOKMARK', 'Pod', Buffer.of()),
      flaw: 'unexpected',
      offset: 18,
      says: /an object with a version/,
    },
    {
      name: 'an error that is no Status',
      body: anEvent('ERROR', 'Pod', aPod('a')),
      flaw: 'unexpected',
      offset: 15,
      says: /instead of a Status/,
    },
    {
      name: 'an object beyond its event',
      body: framed(joined(bytes(1, 'ADDED'), tag(2, 2), varint(50))),
      flaw: 'unexpected',
      offset: 12,
      says: /a length within/,
    },
  ];
  for (const { name, body, flaw, offset, says } of cases) {
    test(`${name} is a fault`, () => {
      const fault = faultOf(() => all(watch(), [body]));
      expect(fault).toMatchObject({ flaw });
      expect(fault.message).toMatch(says);
      expect(fault.offset).toBe(offset);
    });
  }
});

test('mutated, a stream is read or it is a fault, and it ends', () => {
  const bodies = { list: aList('Pod', names.map(aPod)), watch: joined(...events) };
  const mutations = fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(fc.constantFrom('list', 'watch'), mutations, cuts, (which, mutations, cuts) => {
      const body = Buffer.from(bodies[which]);
      for (const [at, byte] of mutations) body[at % body.length] = byte;
      const reader = which === 'list' ? list() : watch();
      try {
        all<unknown, unknown>(reader, chunksOf(body, cuts));
      } catch (fault) {
        expect(fault).toBeInstanceOf(DecodeFault);
      }
    }),
    { numRuns: 500 },
  );
});
