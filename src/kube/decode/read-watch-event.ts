import { compile, type Plan } from './compile.ts';
import type { Cursor } from './bytes/cursor.ts';
import type { Decoder } from './decoder.ts';
import { KeyTable } from './key-table.ts';
import { goesOn, opens, read, readSlot } from './read.ts';
import { fields, jsonAs, type Projected, rawText, text } from './shapes.ts';
import { skip } from './bytes/skip.ts';
import { CLOSE_OBJECT, look, OPEN_OBJECT } from './bytes/tokens.ts';
import type { WatchEvent, WatchEventType, WatchStatus } from './watch-event.ts';

const INITIAL_EVENTS_END = 'k8s.io/initial-events-end';
const TYPES: readonly WatchEventType[] = ['ADDED', 'MODIFIED', 'DELETED', 'BOOKMARK', 'ERROR'];

const bookmarkShape = fields({
  metadata: fields({ resourceVersion: rawText, annotations: fields({ [INITIAL_EVENTS_END]: text }) }),
});
const statusShape = jsonAs<WatchStatus>();

const lineKeys = new KeyTable(['type', 'object']);
const TYPE = 0;
const OBJECT = 1;

/** Reads the one event of a line, `{"type":…,"object":…}` in either order. */
export class WatchEventReader<T> {
  readonly #cursor: Cursor;
  readonly #typePlan: Plan<string>;
  readonly #objectPlan: Plan<T>;
  readonly #bookmarkPlan: Plan<Projected<typeof bookmarkShape>>;
  readonly #statusPlan: Plan<WatchStatus>;

  constructor(decoder: Decoder<T>) {
    const { interner } = decoder;
    this.#cursor = decoder.cursor;
    this.#typePlan = compile(text, interner);
    this.#objectPlan = decoder.plan;
    this.#bookmarkPlan = compile(bookmarkShape, interner);
    this.#statusPlan = compile(statusShape, interner);
  }

  /** The event of the line that the cursor is aimed at, all of it. */
  read(): WatchEvent<T> {
    const cursor = this.#cursor;
    const start = cursor.at;
    let type: WatchEventType | undefined;
    let event: WatchEvent<T> | undefined;
    let objectAt = -1;
    if (look(cursor) !== OPEN_OBJECT) throw cursor.broken(start, "'{'");
    for (let more = opens(cursor, CLOSE_OBJECT); more; more = goesOn(cursor, CLOSE_OBJECT)) {
      const slot = readSlot(cursor, lineKeys);
      if (slot === OBJECT) objectAt = cursor.at;
      if (slot === TYPE) type = this.#type();
      else if (slot === OBJECT && type !== undefined) event = this.#object(type);
      else skip(cursor);
    }
    this.#checkEnd();
    if (type === undefined || objectAt < 0) throw cursor.broken(start, 'a type and an object', 'unexpected');
    if (event?.type === type) return event;
    cursor.at = objectAt; // the type came last
    return this.#object(type);
  }

  #type(): WatchEventType {
    const at = this.#cursor.at;
    const name = read(this.#cursor, this.#typePlan);
    const type = TYPES.find((type) => type === name);
    if (type === undefined) throw this.#cursor.broken(at, TYPES.join(', '), 'unexpected');
    return type;
  }

  #object(type: WatchEventType): WatchEvent<T> {
    if (type === 'BOOKMARK') return this.#bookmark();
    if (type === 'ERROR') return { type, status: this.#wanted(this.#statusPlan) };
    return { type, object: this.#wanted(this.#objectPlan) };
  }

  #bookmark(): WatchEvent<T> {
    const at = this.#cursor.at;
    const { metadata } = this.#wanted(this.#bookmarkPlan);
    const resourceVersion = metadata?.resourceVersion;
    if (resourceVersion === undefined) throw this.#cursor.broken(at, 'an object with a version', 'unexpected');
    const initialEventsEnd = metadata?.annotations?.[INITIAL_EVENTS_END] === 'true';
    return { type: 'BOOKMARK', resourceVersion, initialEventsEnd };
  }

  #wanted<V>(plan: Plan<V>): V {
    const at = this.#cursor.at;
    const value = read(this.#cursor, plan);
    if (value === undefined) throw this.#cursor.broken(at, 'an object', 'unexpected');
    return value;
  }

  #checkEnd(): void {
    const cursor = this.#cursor;
    const isCut = cursor.at > cursor.end;
    look(cursor); // goes beyond the line: its end is white space too
    if (isCut || cursor.at < cursor.end) throw cursor.broken(cursor.at, 'the end of the line');
  }
}
