import { asciiJson, parseAsciiJson } from '#base/ascii-json.ts';
import { ForecastColumns } from '#load/forecast/forecast-columns.ts';
import { ForecastKeeper, type LearntUse } from '#load/forecast/forecast-keeper.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { sealed, unsealing } from '#load/forecast/sealed-pieces.ts';

/** What is told of a snapshot that cannot be gone on from: then history starts anew. */
export type SnapshotComplaint = 'damaged' | 'another-version' | 'another-step';

export type ReadSnapshot =
  | { readonly kind: 'read'; readonly keeper: ForecastKeeper }
  | { readonly kind: 'unreadable'; readonly why: SnapshotComplaint };

const VERSION = 4;

/** To make or to take in a piece is a matter of a few milliseconds. */
const PIECE_BYTES = 2 ** 20;
const PIECE_MEMBERS = 4096;

/**
 * All that a keeper has learnt, in sealed pieces, each made when it is asked for: until the last is made nothing more is to
 * be learnt.
 *
 *   what this is · for each resource: owners and pods with their rows, rows that are free, bounds, where it stands, columns
 *
 * Lists are JSON; numbers are as this machine holds them, so that what is read is what was written to the last bit.
 */
export const writeSnapshot = (keeper: ForecastKeeper): Generator<Uint8Array> => sealed(bodiesOf(keeper));

/** Takes pieces in their order; says what came of them once that is known, which before the last of them is unlikely. */
export function snapshotReader(): (piece: Uint8Array) => ReadSnapshot | undefined {
  const unseal = unsealing();
  const restoring = restore();
  restoring.next();
  return (piece) => {
    const body = unseal(piece);
    if (body === undefined) return { kind: 'unreadable', why: 'damaged' };
    const { done, value } = restoring.next(body);
    return done === true ? value : undefined;
  };
}

interface Head {
  readonly version: number;
  readonly stepMs: number;
  /** Each with how many numbers it has a row. */
  readonly columns: string;
}

const columnsNow = (): string =>
  Array.from(new ForecastColumns().named(1, 1), ([name, { length }]) => `${name}:${length}`).join(' ');

function* bodiesOf({ learnt: { cpuCores, memoryBytes } }: ForecastKeeper): Generator<Uint8Array> {
  const { stepMs } = cpuCores.forecaster.options;
  yield asciiJson({ version: VERSION, stepMs, columns: columnsNow() } satisfies Head);
  yield* bodiesOfUse(cpuCores);
  yield* bodiesOfUse(memoryBytes);
}

function* bodiesOfUse({ forecaster: { state }, bounds }: LearntUse): Generator<Uint8Array> {
  const { columns, ownerCount, podCount, since, lastStep, lastHour } = state;
  for (const rows of [state.ownerRows, state.podRows]) yield* bodiesOfList(rows);
  for (const free of [state.freeOwners, state.freePods]) yield* bodiesOfList(free);
  yield* bodiesOfList(bounds);
  yield* bodiesOfNumbers(Float64Array.of(ownerCount, podCount, since, lastStep, lastHour));
  for (const [, column] of columns.named(ownerCount, podCount)) yield* bodiesOfNumbers(column);
}

/** A piece with room left is the last of its list. */
function* bodiesOfList(list: Iterable<unknown>): Generator<Uint8Array> {
  let members: unknown[] = [];
  for (const member of list) {
    members.push(member);
    if (members.length < PIECE_MEMBERS) continue;
    yield asciiJson(members);
    members = [];
  }
  yield asciiJson(members);
}

function* bodiesOfNumbers(numbers: Float64Array): Generator<Uint8Array> {
  const bytes = bytesOf(numbers);
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) yield bytes.subarray(from, from + PIECE_BYTES);
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Is given one body after the other. */
type Restoring<Restored> = Generator<undefined, Restored, Uint8Array>;

function* restore(): Restoring<ReadSnapshot> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of another version it is something else, which shows
  const head = parseAsciiJson(yield) as Partial<Head>;
  if (head.version !== VERSION || head.columns !== columnsNow()) return { kind: 'unreadable', why: 'another-version' };
  if (head.stepMs !== forecastDefaults.stepMs) return { kind: 'unreadable', why: 'another-step' };
  const cpuCores = yield* restoreUse();
  const memoryBytes = yield* restoreUse();
  return { kind: 'read', keeper: new ForecastKeeper({ cpuCores, memoryBytes }) };
}

function* restoreUse(): Restoring<LearntUse> {
  const ownerRows = yield* restoreMap();
  const podRows = yield* restoreMap();
  const freeOwners = yield* restoreFree();
  const freePods = yield* restoreFree();
  const bounds = yield* restoreMap();
  const [ownerCount, podCount, since, lastStep, lastHour] = yield* restoreNumbers(new Float64Array(5));
  const columns = new ForecastColumns();
  columns.holdOwners(ownerCount!);
  columns.holdPods(podCount!);
  for (const [, column] of columns.named(ownerCount!, podCount!)) yield* restoreNumbers(column);
  const rows = { ownerRows, podRows, freeOwners, freePods, ownerCount: ownerCount!, podCount: podCount! };
  const state = { columns, ...rows, since: since!, lastStep: lastStep!, lastHour: lastHour! };
  return { forecaster: new Forecaster({}, state), bounds };
}

function* restoreMap(): Restoring<Map<string, number>> {
  const map = new Map<string, number>();
  yield* restoreList(([key, value]: readonly [string, number]) => map.set(key, value));
  return map;
}

function* restoreFree(): Restoring<number[]> {
  const free: number[] = [];
  yield* restoreList((row: number) => free.push(row));
  return free;
}

function* restoreList(take: (member: never) => void): Restoring<void> {
  for (;;) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its seal vouches that we wrote it
    const members = parseAsciiJson(yield) as readonly never[];
    for (const member of members) take(member);
    if (members.length < PIECE_MEMBERS) return;
  }
}

function* restoreNumbers(numbers: Float64Array): Restoring<Float64Array> {
  const bytes = bytesOf(numbers);
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) bytes.set(yield, from);
  return numbers;
}
