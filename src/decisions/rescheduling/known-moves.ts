import type { StringMap } from '#api/kubernetes/metadata.ts';
import { isFinished, type PodMigration, type WorkloadRef } from '#api/pod-migration.ts';
import { parseInstant } from '#load/instant.ts';
import { headedFor } from './migration/headed-for.ts';
import { memoryDefaults, memoryOfMoves } from './migration/memory-of-moves.ts';
import { restDefaults } from './past-moves.ts';

/** What migrations say of a pod that is to be planned for. */
export interface KnownMoves {
  /** How much dearer a pod is for the moves that it and those before it went through, 1 where there was none. */
  readonly dearness: (podUid: string) => number;
  /** When its workload may be disturbed again, in milliseconds since the Unix epoch; undefined where it may now. */
  readonly restsUntil: (workload: WorkloadRef, podName: string) => number | undefined;
  readonly leftLately: (podUid: string, nodeName: string) => boolean;
  /** Whether a move off it is over that its verdict may not tell of yet. */
  readonly wasRelieved: (nodeName: string) => boolean;
  readonly inFlightOfOwner: (uid: string) => number;
  readonly inFlightOfNode: (nodeName: string) => number;
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

const HOUR_MS = 3_600_000;

/** Everything remembered stands in the migrations themselves: a restart remembers the same. */
export function knownMoves(migrations: readonly PodMigration[], now: number): KnownMoves {
  const memory = memoryOfMoves(migrations, now, memoryDefaults);
  const open = migrations.filter((migration) => !isFinished(migration));
  const headed = new Map(open.flatMap(headingOf));
  const forerunners = new Map(
    migrations.flatMap(({ spec, status }) =>
      status?.replacement === undefined ? [] : [[status.replacement.uid, spec.podRef.uid] as const],
    ),
  );
  const settling = open.filter(({ status }) => status?.toldToGoAt !== undefined);
  const relieved = new Set(
    migrations.flatMap(({ status }) =>
      status?.toldToGoAt !== undefined && now - instantOf(status.since) < restDefaults.verdictLagMs
        ? (status.sourceNode ?? [])
        : [],
    ),
  );
  const ofOwner = counted(open.flatMap(({ status }) => status?.workload?.uid ?? []));
  const ofNode = counted(open.flatMap((each) => [each.status?.sourceNode ?? [], headedFor(each) ?? []].flat()));
  return {
    dearness: (podUid) => restDefaults.flapFactor ** movesBehind(podUid, forerunners),
    restsUntil(workload, podName) {
      const until = memory.of(workload, podName)?.coolUntil;
      return until !== undefined && until > now ? until : undefined;
    },
    leftLately: (podUid, nodeName) =>
      migrations.some(
        ({ status }) =>
          status?.replacement?.uid === podUid &&
          status.sourceNode === nodeName &&
          now - instantOf(status.since) < restDefaults.noReturnMs,
      ),
    wasRelieved: (nodeName) => relieved.has(nodeName),
    inFlightOfOwner: (uid) => ofOwner.get(uid) ?? 0,
    inFlightOfNode: (nodeName) => ofNode.get(nodeName) ?? 0,
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

/** How many moves lie between a pod and the first that it came instead of. */
function movesBehind(podUid: string, forerunners: ReadonlyMap<string, string>): number {
  let count = 0;
  // what others wrote may run in a circle
  for (let uid = forerunners.get(podUid); uid !== undefined && count < forerunners.size; uid = forerunners.get(uid))
    count++;
  return count;
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
