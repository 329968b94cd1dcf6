import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Decoder } from './decoder.ts';
import { fields, rawText } from './shapes.ts';
import { streamDefaults } from './stream-options.ts';
import { chunksOf, cuts } from './fixtures/chunks.ts';
import { drained } from './fixtures/drain.ts';
import { type Draft, objectDraft, spell, style } from './fixtures/json-texts.ts';
import { project } from './fixtures/reference-projection.ts';
import { fieldsShape } from './fixtures/shapes-at-random.ts';
import type { WatchEvent } from './watch-event.ts';
import { WatchLines } from './watch-lines.ts';

const named = fields({ metadata: fields({ name: rawText }) });

function told(text: string): WatchEvent<unknown>[] {
  const lines = new WatchLines(new Decoder(named));
  lines.push(Buffer.from(text));
  const events = drained(lines);
  lines.finish();
  return events;
}

/** One line: type and object in either order, and something unknown. */
const line = fc.record({
  type: fc.constantFrom('ADDED', 'MODIFIED', 'DELETED'),
  object: objectDraft,
  order: fc.constantFrom([0, 1, 2], [1, 0, 2], [2, 1, 0], [1, 2, 0]),
});

function drafted({ type, object, order }: { type: string; object: Draft; order: readonly number[] }): Draft {
  const entries: [string, Draft][] = [
    ['type', { kind: 'string', value: type }],
    ['object', object],
    ['unknown', object],
  ];
  return { kind: 'object', entries: order.map((place) => entries[place]!) };
}

test('any watch yields its events with projected objects, however it is cut', () => {
  fc.assert(
    fc.property(fieldsShape, fc.array(line, { maxLength: 6 }), style, cuts, (shape, lines, style, cuts) => {
      const texts = lines.map((line) => spell(drafted(line), style).replaceAll(/[\r\n]/g, ' '));
      const want = texts.map((text) => {
        const event: { type: string; object: unknown } = JSON.parse(text);
        return { type: event.type, object: project(shape, event.object) };
      });
      const watch = new WatchLines(new Decoder(shape));
      const found: unknown[] = [];
      for (const chunk of chunksOf(Buffer.from(texts.map((text) => `${text}\n`).join('')), cuts)) {
        watch.push(chunk);
        if (cuts === 'everywhere' || chunk.length % 3 !== 0) found.push(...drained(watch));
      }
      found.push(...drained(watch));
      watch.finish();
      expect(found).toStrictEqual(want);
    }),
    { numRuns: 200 },
  );
});

test('any altered line is refused where JSON.parse refuses it', () => {
  fc.assert(
    fc.property(line, style, fc.nat(), fc.nat(255), (line, style, at, byte) => {
      const bytes = Buffer.from(spell(drafted(line), style).replaceAll(/[\r\n]/g, ' '));
      bytes[at % bytes.length] = byte === 0x0a ? 0 : byte;
      const read = (): WatchEvent<unknown>[] => {
        const watch = new WatchLines(new Decoder(named));
        watch.push(Buffer.concat([bytes, Buffer.from('\n{"type":"ADDED","object":{}}}]"\n')]));
        return [watch.next()!];
      };
      let event: { type?: unknown; object?: unknown };
      try {
        event = JSON.parse(bytes.toString());
      } catch {
        expect(read).toThrowError(expect.objectContaining({ code: 'kube/malformed' }));
        return;
      }
      const object = project(named, event.object ?? null);
      const isEvent = ['ADDED', 'MODIFIED', 'DELETED'].includes(String(event.type)) && object !== undefined;
      if (isEvent) expect(read()).toStrictEqual([{ type: event.type, object }]);
      else expect(read).toThrowError(expect.objectContaining({ flaw: 'unexpected' }));
    }),
    { numRuns: 400 },
  );
});

describe('a line', () => {
  const bookmark = '"kind":"Pod","metadata":{"resourceVersion":"12","creationTimestamp":null';
  const cases: { name: string; line: string; want: WatchEvent<unknown>[] }[] = [
    {
      name: 'tells of an object',
      line: '{"type":"MODIFIED","object":{"metadata":{"name":"p","uid":"u"}}}\n',
      want: [{ type: 'MODIFIED', object: { metadata: { name: 'p' } } }],
    },
    {
      name: 'may be a bookmark',
      line: `{"type":"BOOKMARK","object":{${bookmark}}}}\n`,
      want: [{ type: 'BOOKMARK', resourceVersion: '12', initialEventsEnd: false }],
    },
    {
      name: 'may be the bookmark after the initial events',
      line: `{"object":{${bookmark},"annotations":{"k8s.io/initial-events-end":"true"}}},"type":"BOOKMARK"}\n`,
      want: [{ type: 'BOOKMARK', resourceVersion: '12', initialEventsEnd: true }],
    },
    {
      name: 'may tell why the watch ends',
      line: '{"type":"ERROR","object":{"kind":"Status","code":410,"reason":"Expired","message":"too old"}}\n',
      want: [{ type: 'ERROR', status: expect.objectContaining({ code: 410, reason: 'Expired', message: 'too old' }) }],
    },
    { name: 'may be blank', line: '\r\n \n', want: [] },
  ];
  for (const c of cases) {
    test(c.name, () => {
      expect(told(c.line)).toEqual(c.want);
    });
  }

  const refused = [
    { name: 'of an unknown type', line: '{"type":"SYNC","object":{}}\n', flaw: 'unexpected', offset: 8 },
    { name: 'without a type', line: '{"object":{}}\n', flaw: 'unexpected', offset: 0 },
    { name: 'without an object', line: '{"type":"ADDED"}\n', flaw: 'unexpected', offset: 0 },
    {
      name: 'that is a bookmark without a version',
      line: '{"type":"BOOKMARK","object":{}}\n',
      flaw: 'unexpected',
      offset: 28,
    },
    { name: 'that ends too early', line: '{"type":"ADDED","object":{\n', flaw: 'cut-short', offset: 26 },
    { name: 'that holds more', line: '{"type":"ADDED","object":{}} x\n', flaw: 'not-json', offset: 29 },
    { name: 'that never ended', line: '{"type":"ADDED"', flaw: 'cut-short', offset: 15 },
  ];
  for (const c of refused) {
    test(`${c.name} is refused`, () => {
      expect(() => told(c.line)).toThrowError(expect.objectContaining({ flaw: c.flaw, offset: c.offset }));
    });
  }

  test('tells the place of a flaw from the beginning of the watch', () => {
    const first = '{"type":"ADDED","object":{"metadata":{"name":"p"}}}\n';
    const lines = new WatchLines(new Decoder(named), { ...streamDefaults, reading: 'the watch of pods' });
    lines.push(Buffer.from(first.repeat(3000)));
    expect(drained(lines)).toHaveLength(3000);
    lines.push(Buffer.from('x\n'));
    const offset = 3000 * first.length;
    expect(() => lines.next()).toThrowError(`reading the watch of pods: there is 'x' at byte ${offset} instead of '{'`);
  });

  test('over the limit is refused before it ends', () => {
    const lines = new WatchLines(new Decoder(named), { ...streamDefaults, longestBytes: 100 });
    lines.push(Buffer.from(`{"type":"${'x'.repeat(100)}`));
    expect(() => lines.next()).toThrowError(expect.objectContaining({ flaw: 'too-large' }));
  });
});
