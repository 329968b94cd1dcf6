import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DecodeFault, type Flaw } from './bytes/decode-fault.ts';
import { Decoder } from './decoder.ts';
import {
  anyJson,
  boolean,
  fields,
  listOf,
  listOfMoreThan,
  number,
  rawText,
  type Shape,
  text,
  textMap,
} from './shapes.ts';
import { draft, objectDraft, spell, style } from './fixtures/json-texts.ts';
import { project } from './fixtures/reference-projection.ts';
import { fieldsShape, shape } from './fixtures/shapes-at-random.ts';

function decoded(shape: Shape<unknown>, json: string): unknown {
  return new Decoder(shape).decode(Buffer.from(json));
}

function flawOf(action: () => unknown): Flaw | undefined {
  try {
    action();
    return undefined;
  } catch (thrown) {
    if (!(thrown instanceof DecodeFault)) throw thrown;
    expect(thrown.code).toBe('kube/malformed');
    return thrown.flaw;
  }
}

/** What JSON.parse and the reference say: a value, or that it must be refused. */
function expected(shape: Shape<unknown>, bytes: Uint8Array): unknown {
  try {
    return project(shape, JSON.parse(Buffer.from(bytes).toString()));
  } catch {
    return undefined;
  }
}

test('of a list of more than a name, what has but a name is left out', () => {
  const volume = fields({ name: text, claim: fields({ claimName: text }) });
  const pod = fields({ volumes: listOfMoreThan('name', volume) });
  const json =
    '{"volumes":[{"name":"token","projected":{}},{"name":"data","claim":{"claimName":"d"}},{"name":"s","claim":{}}]}';
  expect(decoded(pod, json)).toEqual({
    volumes: [
      { name: 'data', claim: { claimName: 'd' } },
      { name: 's', claim: {} },
    ],
  });
  expect(decoded(pod, '{"volumes":[{"name":"token"}]}')).toEqual({ volumes: [] });
});

test('what is empty is one frozen object for all', () => {
  const object = fields({
    one: fields({ a: text }),
    other: fields({ b: text }),
    list: listOf(text),
    more: listOf(text),
  });
  const { one, other, list, more } = new Decoder(object).decode(
    Buffer.from('{"one":{},"other":{"c":1},"list":[],"more":[]}'),
  );
  expect([one, list]).toEqual([{}, []]);
  expect([Object.isFrozen(one), Object.isFrozen(list)]).toEqual([true, true]);
  expect(other).toBe(one);
  expect(more).toBe(list);
});

describe('a document', () => {
  const pod = fields({
    metadata: fields({ name: rawText, labels: textMap }),
    spec: fields({ containers: listOf(fields({ name: text })), replicas: number, hostNetwork: boolean }),
    status: anyJson,
  });
  const cases = [
    {
      name: 'yields the fields declared',
      json: '{"metadata":{"uid":"u","name":"p"},"kind":"Pod"}',
      want: { metadata: { name: 'p' } },
    },
    { name: 'yields nothing for what is absent', json: '{}', want: {} },
    {
      name: 'takes null for absent',
      json: '{"metadata":{"name":null,"labels":null},"spec":null}',
      want: { metadata: {} },
    },
    { name: 'takes another type for absent', json: '{"metadata":{"name":7},"spec":[1]}', want: { metadata: {} } },
    {
      name: 'lets the last of equal keys win',
      json: '{"metadata":{"name":"a","name":"b"}}',
      want: { metadata: { name: 'b' } },
    },
    { name: 'lets a last null win too', json: '{"metadata":{"name":"a","name":null}}', want: { metadata: {} } },
    {
      name: 'knows a key by its meaning',
      json: '{"meta\\u0064ata":{"n\\u0061me":"a"}}',
      want: { metadata: { name: 'a' } },
    },
    { name: 'joins surrogates', json: '{"metadata":{"name":"\\ud83d\\ude00é"}}', want: { metadata: { name: '😀é' } } },
    {
      name: 'keeps a map entry called __proto__',
      json: '{"metadata":{"labels":{"__proto__":"x"}}}',
      want: JSON.parse('{"metadata":{"labels":{"__proto__":"x"}}}'),
    },
    {
      name: 'hands any JSON over whole',
      json: '{"status":{"a":[null,{"b":1e3}]}}',
      want: { status: { a: [null, { b: 1000 }] } },
    },
  ];
  for (const c of cases) {
    test(c.name, () => {
      expect(decoded(pod, c.json)).toStrictEqual(c.want);
    });
  }

  test('counts values of another type', () => {
    const decoder = new Decoder(pod);
    decoder.decode(Buffer.from('{"metadata":{"name":7},"spec":[1]}'));
    expect(decoder.mismatches).toBe(2);
  });
});

describe('what is not a document', () => {
  const shape = fields({ a: text });
  const cases: { json: string; flaw: Flaw; offset: number }[] = [
    { json: '', flaw: 'cut-short', offset: 0 },
    { json: '{"a":"x"', flaw: 'cut-short', offset: 8 },
    { json: '{"b":tru', flaw: 'cut-short', offset: 8 },
    { json: '{"b":"\\u12', flaw: 'cut-short', offset: 10 },
    { json: '{"a":"x",}', flaw: 'not-json', offset: 9 },
    { json: '{"b":01}', flaw: 'not-json', offset: 6 },
    { json: '{"b":"\\x"}', flaw: 'not-json', offset: 7 },
    { json: '{"b":"a\nb"}', flaw: 'not-json', offset: 7 },
    { json: '{"b":[1}', flaw: 'not-json', offset: 7 },
    { json: '{} {}', flaw: 'not-json', offset: 3 },
    { json: '[]', flaw: 'unexpected', offset: 0 },
    { json: 'null', flaw: 'unexpected', offset: 0 },
    { json: `{"b":${'['.repeat(513)}`, flaw: 'too-deep', offset: 517 },
  ];
  for (const c of cases) {
    test(`is refused where it shows: ${c.json.slice(0, 20)}`, () => {
      const action = (): unknown => decoded(shape, c.json);
      expect(action).toThrowError(expect.objectContaining({ code: 'kube/malformed', flaw: c.flaw, offset: c.offset }));
    });
  }
});

describe('any document under any shape', () => {
  test('equals the projection of JSON.parse, whatever its spelling', () => {
    fc.assert(
      fc.property(shape, draft, style, (shape, draft, style) => {
        const json = spell(draft, style);
        const want = project(shape, JSON.parse(json));
        if (want === undefined) expect(flawOf(() => decoded(shape, json))).toBe('unexpected');
        else expect(decoded(shape, json)).toStrictEqual(want);
      }),
      { numRuns: 400 },
    );
  });

  test('equals it again when what is shared is known already', () => {
    fc.assert(
      fc.property(fieldsShape, fc.array(objectDraft, { maxLength: 4 }), style, (shape, drafts, style) => {
        const decoder = new Decoder(shape);
        for (const draft of [...drafts, ...drafts]) {
          const json = spell(draft, style);
          expect(decoder.decode(Buffer.from(json))).toStrictEqual(project(shape, JSON.parse(json)));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('is refused when cut or altered, exactly where JSON.parse refuses it', () => {
    const alteration = fc.record({
      at: fc.nat(),
      byte: fc.nat(255),
      kind: fc.constantFrom('cut', 'put', 'insert', 'remove'),
    });
    fc.assert(
      fc.property(
        fieldsShape,
        objectDraft,
        style,
        fc.array(alteration, { minLength: 1, maxLength: 3 }),
        (shape, draft, style, alterations) => {
          let bytes = Buffer.from(spell(draft, style));
          for (const { at, byte, kind } of alterations) bytes = altered(bytes, at % (bytes.length + 1), byte, kind);
          const want = expected(shape, bytes);
          const decoder = new Decoder(shape);
          if (want === undefined) expect(flawOf(() => decoder.decode(bytes))).toBeDefined();
          else expect(decoder.decode(bytes)).toStrictEqual(want);
        },
      ),
      { numRuns: 800 },
    );
  });
});

function altered(bytes: Buffer, at: number, byte: number, kind: string): Buffer<ArrayBuffer> {
  const before = bytes.subarray(0, at);
  if (kind === 'cut') return Buffer.from(before);
  if (kind === 'put') return Buffer.concat([before, Buffer.of(byte), bytes.subarray(at + 1)]);
  return kind === 'insert'
    ? Buffer.concat([before, Buffer.of(byte), bytes.subarray(at)])
    : Buffer.concat([before, bytes.subarray(at + 1)]);
}

describe('recorded objects', () => {
  const directory = new URL('../../../data/k8s-dumps/', import.meta.url);
  const metadata = fields({
    name: rawText,
    namespace: text,
    uid: rawText,
    labels: textMap,
    annotations: textMap,
    ownerReferences: anyJson,
  });
  const containers = listOf(fields({ name: text, resources: fields({ requests: textMap, limits: textMap }) }));
  const object = fields({
    metadata,
    spec: fields({
      nodeName: text,
      replicas: number,
      containers,
      taints: listOf(anyJson),
      template: fields({ spec: fields({ containers }) }),
    }),
    status: fields({
      phase: text,
      capacity: textMap,
      allocatable: textMap,
      conditions: listOf(fields({ type: text, status: text })),
    }),
  });
  for (const file of readdirSync(directory).filter((name) => name.endsWith('.json'))) {
    test(`of ${file} equal the reference`, () => {
      const bytes = readFileSync(new URL(file, directory));
      const list = fields({ items: listOf(object), metadata });
      expect(new Decoder(list).decode(bytes)).toStrictEqual(project(list, JSON.parse(bytes.toString())));
    });
  }
});
