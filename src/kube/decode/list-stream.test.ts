import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decoder } from './decoder.ts';
import { type ListHead, ListStream } from './list-stream.ts';
import { fields, rawText, type Shape, text, textMap } from './shapes.ts';
import { streamDefaults } from './stream-options.ts';
import { chunksOf, cuts } from './fixtures/chunks.ts';
import { drained } from './fixtures/drain.ts';
import { draft, type Draft, objectDraft, spell, style } from './fixtures/json-texts.ts';
import { project } from './fixtures/reference-projection.ts';
import { fieldsShape } from './fixtures/shapes-at-random.ts';

const named = fields({ name: rawText, labels: textMap });

function listed(
  bytes: Uint8Array,
  shape: Shape<unknown>,
  places: readonly number[] | 'everywhere',
): { items: unknown[]; head: ListHead } {
  const stream = new ListStream(new Decoder(shape));
  const items: unknown[] = [];
  for (const chunk of chunksOf(bytes, places)) {
    stream.push(chunk);
    if (places === 'everywhere' || chunk.length % 3 !== 0) items.push(...drained(stream)); // else let some gather
  }
  items.push(...drained(stream));
  return { items, head: stream.finish() };
}

const string = (value: string): Draft => ({ kind: 'string', value });
const metadata: Draft = {
  kind: 'object',
  entries: [
    ['resourceVersion', string('7')],
    ['continue', string('"é😀')],
  ],
};
const head = { kind: 'PodList', metadata: { resourceVersion: '7', continue: '"é😀' } };

/** A list body: its head, its items and something unknown, in any order. */
const body = fc
  .record({ items: fc.array(objectDraft, { maxLength: 6 }), unknown: draft, turn: fc.nat(3) })
  .map(({ items, unknown, turn }) => {
    const entries: [string, Draft][] = [
      ['kind', string('PodList')],
      ['metadata', metadata],
      ['items', { kind: 'list', values: items }],
      ['unknown', unknown],
    ];
    const turned = [...entries.slice(turn), ...entries.slice(0, turn)];
    return { kind: 'object', entries: turned } satisfies Draft;
  });

describe('any list', () => {
  test('yields its projected items and its head, however it is cut', () => {
    fc.assert(
      fc.property(fieldsShape, body, style, cuts, (shape, body, style, cuts) => {
        const json = spell(body, style);
        const { items }: { items: unknown[] } = JSON.parse(json);
        const want = { head, items: items.map((item) => project(shape, item)) };
        expect(listed(Buffer.from(json), shape, cuts)).toStrictEqual(want);
      }),
      { numRuns: 200 },
    );
  });

  test('cut short yields whole items only, and says so', () => {
    fc.assert(
      fc.property(
        fieldsShape,
        body,
        style,
        cuts,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (shape, body, style, cuts, part) => {
          const json = spell(body, style).trimEnd();
          const bytes = Buffer.from(json);
          const kept = bytes.subarray(0, Math.floor(part * (bytes.length - 1)));
          const { items }: { items: unknown[] } = JSON.parse(json);
          const stream = new ListStream(new Decoder(shape));
          const found: unknown[] = [];
          for (const chunk of chunksOf(kept, cuts)) {
            stream.push(chunk);
            found.push(...drained(stream));
          }
          expect(found).toStrictEqual(items.slice(0, found.length).map((item) => project(shape, item)));
          expect(() => stream.finish()).toThrowError(
            expect.objectContaining({ flaw: 'cut-short', offset: kept.length }),
          );
        },
      ),
      { numRuns: 150 },
    );
  });

  test('altered anywhere is refused where JSON.parse refuses it, and yields nothing that was not there', () => {
    fc.assert(
      fc.property(body, style, cuts, fc.nat(), fc.nat(255), (body, style, cuts, at, byte) => {
        const bytes = Buffer.from(spell(body, style));
        bytes[at % bytes.length] = byte;
        let parsed: { items?: unknown[] } | undefined;
        try {
          parsed = JSON.parse(bytes.toString());
        } catch {
          expect(() => listed(bytes, named, cuts)).toThrowError(expect.objectContaining({ code: 'kube/malformed' }));
        }
        const items = parsed?.items ?? [];
        if (parsed === undefined || !Array.isArray(items) || items.some((item) => project(named, item) === undefined))
          return;
        expect(listed(bytes, named, cuts).items).toStrictEqual(items.map((item) => project(named, item)));
      }),
      { numRuns: 400 },
    );
  });
});

describe('a list', () => {
  test('yields an item with its last byte', () => {
    const stream = new ListStream(new Decoder(named));
    stream.push(Buffer.from('{"items":[{"name":"a"'));
    expect(stream.next()).toBeUndefined();
    stream.push(Buffer.from('}'));
    expect(stream.next()).toEqual({ name: 'a' });
  });

  test('may be empty, null or missing', () => {
    for (const json of ['{"items":[]}', '{"items":null}', '{}', ' { "items" : [ ] } \n']) {
      expect(listed(Buffer.from(json), named, 'everywhere')).toEqual({ items: [], head: {} });
    }
  });

  const refused = [
    { name: 'whose items are no list', json: '{"items":{}}', flaw: 'not-json' },
    { name: 'with an item that is no object', json: '{"items":[{},7]}', flaw: 'unexpected' },
    { name: 'with an item that is null', json: '{"items":[null]}', flaw: 'unexpected' },
    { name: 'with something behind it', json: '{"items":[]}{}', flaw: 'not-json' },
    { name: 'that is a list itself', json: '[]', flaw: 'not-json' },
    { name: 'with brackets that do not match', json: '{"items":[{"name":["a"}]}]}', flaw: 'not-json' },
  ];
  for (const c of refused) {
    test(`${c.name} is refused`, () => {
      expect(() => listed(Buffer.from(c.json), named, [])).toThrowError(expect.objectContaining({ flaw: c.flaw }));
      expect(() => listed(Buffer.from(c.json), named, 'everywhere')).toThrowError(
        expect.objectContaining({ flaw: c.flaw }),
      );
    });
  }

  test('tells the place of a flaw from the beginning of the body', () => {
    const json = `{"items":[${'{"name":"a"},'.repeat(20_000)}{"name":x}]}`;
    const stream = new ListStream(new Decoder(named), { ...streamDefaults, reading: 'the list of pods' });
    const read = (): void => {
      for (const chunk of chunksOf(Buffer.from(json), [0.1, 0.3, 0.77])) {
        stream.push(chunk);
        drained(stream);
      }
    };
    const offset = json.indexOf('x');
    expect(read).toThrowError(`reading the list of pods: there is 'x' at byte ${offset} instead of a value`);
    expect(read).toThrowError(expect.objectContaining({ offset })); // it stays broken
  });

  test('with an item over the limit is refused, come at once or in pieces', () => {
    const json = `{"items":[{"name":"a"},{"name":"${'b'.repeat(1000)}"}]}`;
    for (const pieces of [[], 'everywhere'] as const) {
      const stream = new ListStream(new Decoder(named), { ...streamDefaults, longestBytes: 500 });
      const read = (): void => {
        for (const chunk of chunksOf(Buffer.from(json), pieces)) {
          stream.push(chunk);
          drained(stream);
        }
      };
      expect(read).toThrowError(expect.objectContaining({ flaw: 'too-large', retry: 'never' }));
    }
  });
});

describe('recorded lists', () => {
  const directory = new URL('../../../data/k8s-dumps/', import.meta.url);
  const object = fields({ kind: text, metadata: fields({ name: rawText, labels: textMap, annotations: textMap }) });
  for (const file of readdirSync(directory).filter((name) => /(?:pods|nodes|sets|deployments)\.json$/.test(name))) {
    test(`of ${file} equal the reference`, () => {
      const bytes = readFileSync(new URL(file, directory));
      const { items }: { items: unknown[] } = JSON.parse(bytes.toString());
      const want = items.map((item) => project(object, item));
      for (const cuts of [[], [0.1, 0.2, 0.5], 'everywhere'] as const)
        expect(listed(bytes, object, cuts).items).toStrictEqual(want);
    });
  }
});
