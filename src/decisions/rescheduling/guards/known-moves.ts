import type { StringMap } from '#api/kubernetes/metadata.ts';
import { isFinished, type ObjectRef, type PodMigration, type WorkloadRef } from '#api/pod-migration.ts';
import { parseInstant } from '#load/instant.ts';
import { headedFor } from '#decisions/rescheduling/migration/headed-for.ts';
import {
  memoryDefaults,
  memoryOfMoves,
  type MemoryOfMoves,
} from '#decisions/rescheduling/migration/memory-of-moves.ts';
import { restDefaults } from './past-moves.ts';
import { type Departure, pastOfPod, type PodPast, podPastDefaults } from './pod-past.ts';

/** What migrations say of a pod that is to be planned for. */
export interface KnownMoves {
  /** The moves of a pod and of those that it came instead of. */
  readonly pastOf: (podUid: string) => PodPast<string>;
  readonly memory: MemoryOfMoves;
  /** Undefined where neither the pod nor its workload is left alone. */
  readonly restOf: (pod: ObjectRef, workload: WorkloadRef) => Rest | undefined;
  /** Whether a move off it is over that its verdict may not tell of yet. */
  readonly wasRelieved: (nodeName: string) => boolean;
  readonly inFlightOfOwner: (uid: string) => number;
  readonly inFlightOfNode: (nodeName: string) => number;
  /** Of which that is not zero: an owner once for each of its moves. */
  readonly ownersInFlight: readonly OwnerOfMove[];
  readonly nodesInFlight: readonly string[];
  /** Where a pod that was not told to go yet will be, if its move comes off. */
  readonly headedFor: (podUid: string) => string | undefined;
  /**
   * The share of a node that a plan may count on. What was measured lags behind a move: until the move has settled, its
   * source bears no more, and its target no less, than was predicted.
   */
  readonly believed: (nodeName: string, signal: string, measured: number) => number;
  /** Of which the pod was told to go within the hour, or is to be told. */
  readonly lastHour: number;
}

/** The topmost owner of a pod that is moved, in the pod's namespace. */
export interface OwnerOfMove extends ObjectRef {
  readonly namespace: string;
  readonly kind: string;
}

/** Until when somebody is left alone, in milliseconds since the Unix epoch. */
export interface Rest {
  readonly of: 'pod' | 'workload';
  readonly until: number;
}

/** That of nearly every pod. */
const UNMOVED: PodPast<string> = pastOfPod([], 0, podPastDefaults);

const HOUR_MS = 3_600_000;

/** Everything remembered stands in the migrations themselves: a restart remembers the same. */
export function knownMoves(migrations: readonly PodMigration[], now: number): KnownMoves {
  const memory = memoryOfMoves(migrations, now, memoryDefaults);
  const open = migrations.filter((migration) => !isFinished(migration));
  const headed = new Map(open.flatMap(headingOf));
  const departures = departuresOf(migrations);
  const settling = open.filter(({ status }) => status?.toldToGoAt !== undefined);
  const relieved = new Set(
    migrations.flatMap(({ status }) =>
      status?.toldToGoAt !== undefined && now - instantOf(status.since) < restDefaults.verdictLagMs
        ? (status.sourceNode ?? [])
        : [],
    ),
  );
  const owners = open.flatMap((migration) => ownerIn(migration) ?? []);
  const ofOwner = counted(owners.map(({ uid }) => uid));
  const ofNode = counted(open.flatMap((each) => [each.status?.sourceNode ?? [], headedFor(each) ?? []].flat()));
  const pastOf = (podUid: string): PodPast<string> => {
    const its = departures(podUid);
    return its.length === 0 ? UNMOVED : pastOfPod(its, now, podPastDefaults);
  };
  return {
    pastOf,
    memory,
    restOf({ name, uid }, workload) {
      const ofPod = pastOf(uid).restsUntil ?? now;
      const ofWorkload = memory.of(workload, name)?.coolUntil ?? now;
      if (Math.max(ofPod, ofWorkload) <= now) return undefined;
      return ofPod > ofWorkload ? { of: 'pod', until: ofPod } : { of: 'workload', until: ofWorkload };
    },
    wasRelieved: (nodeName) => relieved.has(nodeName),
    inFlightOfOwner: (uid) => ofOwner.get(uid) ?? 0,
    inFlightOfNode: (nodeName) => ofNode.get(nodeName) ?? 0,
    ownersInFlight: owners,
    nodesInFlight: [...ofNode.keys()],
    headedFor: (podUid) => headed.get(podUid),
    believed: (nodeName, signal, measured) =>
      settling.reduce((share, { spec, status }) => {
        const { sourceNode, landedNode = spec.targetNode, predicted } = status!;
        if (nodeName === sourceNode) return Math.min(share, predictedOf(predicted?.source, signal) ?? share);
        const isAsPlanned = nodeName === landedNode && nodeName === spec.targetNode;
        return isAsPlanned ? Math.max(share, predictedOf(predicted?.target, signal) ?? share) : share;
      }, measured),
    lastHour: migrations.filter((migration) => {
      const { toldToGoAt, adoptedAt } = migration.status ?? {};
      // a clone that was adopted cost the workload a pod, be it another than was meant
      const wentAt = toldToGoAt ?? adoptedAt;
      return wentAt === undefined ? !isFinished(migration) : now - instantOf(wentAt) < HOUR_MS;
    }).length,
  };
}

function ownerIn({ metadata: { namespace }, status }: PodMigration): OwnerOfMove | undefined {
  if (status?.workload === undefined) return undefined;
  const { kind, name, uid } = status.workload;
  return { namespace, kind, name, uid };
}

/** Of a pod and of those that it came instead of, one after the other. */
function departuresOf(migrations: readonly PodMigration[]): (podUid: string) => readonly Departure<string>[] {
  const broughtBy = new Map(
    migrations.flatMap(({ spec, status }) =>
      status?.replacement === undefined ? [] : [[status.replacement.uid, { forerunner: spec.podRef.uid, status }]],
    ),
  );
  return (podUid) => {
    const departures: Departure<string>[] = [];
    let move = broughtBy.get(podUid);
    // what others wrote may run in a circle
    while (move !== undefined && departures.length < broughtBy.size) {
      departures.push({ at: instantOf(move.status.since), from: move.status.sourceNode ?? '' });
      move = broughtBy.get(move.forerunner);
    }
    return departures;
  };
}

function headingOf(migration: PodMigration): readonly (readonly [string, string])[] {
  const { spec, status } = migration;
  const node = headedFor(migration);
  return node === undefined || status?.toldToGoAt !== undefined ? [] : [[spec.podRef.uid, node]];
}

function predictedOf(loads: StringMap | undefined, signal: string): number | undefined {
  return loads !== undefined && Object.hasOwn(loads, signal) ? Number(loads[signal]) : undefined;
}

/** What cannot be read counts as long ago: `since` is written by us alone. */
const instantOf = (text: string): number => parseInstant(text) ?? Number.NEGATIVE_INFINITY;

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
