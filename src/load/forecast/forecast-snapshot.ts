import { hashOfText } from '#base/hash.ts';
import {
  ownerDays,
  ownerScalars,
  ownerWeeks,
  podScalars,
  type ForecastColumns,
  type OwnerDay,
  type OwnerScalar,
  type OwnerWeek,
  type PodScalar,
} from '#load/forecast/forecast-columns.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import { BLOCKS, type ForecastOptions, HOURS } from '#load/forecast/forecast-options.ts';

/** What is told of a snapshot that cannot be gone on from: then history starts anew. */
export type SnapshotComplaint = 'damaged' | 'another-version' | 'another-step';

export type ReadSnapshot =
  | { readonly kind: 'read'; readonly forecaster: Forecaster }
  | { readonly kind: 'unreadable'; readonly why: SnapshotComplaint };

const VERSION = 3;

interface Snapshot {
  readonly version: number;
  readonly stepMs: number;
  readonly since: number | null;
  readonly owners: readonly string[];
  readonly pods: readonly string[];
  readonly ownerScalars: Readonly<Record<OwnerScalar, readonly (number | null)[]>>;
  readonly ownerDays: Readonly<Record<OwnerDay, readonly number[]>>;
  readonly ownerWeeks: Readonly<Record<OwnerWeek, readonly number[]>>;
  readonly podScalars: Readonly<Record<PodScalar, readonly (number | null)[]>>;
}

/** All that a forecaster has learnt, as text: a checksum, then JSON with as many digits as matter. */
export function writeSnapshot(forecaster: Forecaster): string {
  const { columns, ownerRows, podRows, options, since } = forecaster;
  const owners = [...ownerRows];
  const pods = [...podRows];
  const places = new Map(owners.map(([, row], place) => [row, place]));
  const ownerAt = owners.map(([, row]) => row);
  const podAt = pods.map(([, row]) => row);
  const body = JSON.stringify({
    version: VERSION,
    stepMs: options.stepMs,
    since: Number.isNaN(since) ? null : since,
    owners: owners.map(([key]) => key),
    pods: pods.map(([key]) => key),
    ownerScalars: record(ownerScalars, (name) => ownerAt.map((row) => short(columns.owners[name][row]!))),
    ownerDays: record(ownerDays, (name) => ownerAt.flatMap((row) => stretch(columns.days[name], row, HOURS))),
    ownerWeeks: record(ownerWeeks, (name) => ownerAt.flatMap((row) => stretch(columns.weeks[name], row, BLOCKS))),
    podScalars: record(podScalars, (name) =>
      podAt.map((row) => (name === 'owner' ? places.get(columns.pods.owner[row]!)! : short(columns.pods[name][row]!))),
    ),
  } satisfies Snapshot);
  return `${hashOfText(body)}\n${body}`;
}

/** A forecaster that goes on where the snapshot ends. */
export function readSnapshot(text: string, options: Partial<ForecastOptions> = {}): ReadSnapshot {
  const forecaster = new Forecaster(options);
  const end = text.indexOf('\n');
  const body = text.slice(end + 1);
  if (end < 0 || text.slice(0, end) !== String(hashOfText(body))) return { kind: 'unreadable', why: 'damaged' };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the checksum vouches that we wrote it
  const snapshot = JSON.parse(body) as Snapshot;
  if (snapshot.version !== VERSION) return { kind: 'unreadable', why: 'another-version' };
  if (snapshot.stepMs !== forecaster.options.stepMs) return { kind: 'unreadable', why: 'another-step' };
  restore(forecaster, snapshot);
  return { kind: 'read', forecaster };
}

function restore(forecaster: Forecaster, snapshot: Snapshot): void {
  const { owners, pods, since } = snapshot;
  const { columns } = forecaster;
  for (const [place, key] of pods.entries()) {
    const owner = owners[snapshot.podScalars.owner[place]!]!;
    forecaster.enrol({ key, owner, scale: snapshot.podScalars.scale[place]! });
  }
  for (const [place, key] of owners.entries()) pourOwner(columns, forecaster.ownerRow(key), snapshot, place);
  for (const [place, key] of pods.entries()) pourPod(columns, forecaster.podRows.get(key)!, snapshot, place);
  forecaster.resume(since ?? Number.NaN);
}

function pourOwner(columns: ForecastColumns, row: number, snapshot: Snapshot, place: number): void {
  for (const name of ownerScalars) columns.owners[name][row] = whole(snapshot.ownerScalars[name][place]);
  for (const name of ownerDays) {
    columns.days[name].set(snapshot.ownerDays[name].slice(place * HOURS, (place + 1) * HOURS), row * HOURS);
  }
  for (const name of ownerWeeks) {
    columns.weeks[name].set(snapshot.ownerWeeks[name].slice(place * BLOCKS, (place + 1) * BLOCKS), row * BLOCKS);
  }
}

function pourPod(columns: ForecastColumns, row: number, snapshot: Snapshot, place: number): void {
  for (const name of podScalars) {
    if (name !== 'owner') columns.pods[name][row] = whole(snapshot.podScalars[name][place]);
  }
}

const stretch = (column: Float64Array, row: number, length: number): number[] =>
  Array.from(column.subarray(row * length, (row + 1) * length), (value) => short(value)!);

const record = <Name extends string, Value>(names: readonly Name[], of: (name: Name) => Value): Record<Name, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its keys are the names
  Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;

/** Whole numbers (hours, steps) stay whole; of others nine digits matter. JSON knows no infinity: never is null. */
const short = (value: number): number | null =>
  Number.isFinite(value) ? (Number.isInteger(value) ? value : Number(value.toPrecision(9))) : null;

const whole = (value: number | null | undefined): number => value ?? Number.NEGATIVE_INFINITY;
