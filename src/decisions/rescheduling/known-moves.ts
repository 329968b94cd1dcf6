import { isFinished, type PodMigration, type WorkloadRef } from '#api/pod-migration.ts';
import { parseInstant } from '#load/instant.ts';
import { memoryDefaults, memoryOfMoves } from './migration/memory-of-moves.ts';
import { restDefaults } from './past-moves.ts';

/** What migrations say of a pod that is to be planned for. */
export interface KnownMoves {
  /** How much dearer earlier moves make another, 1 where there was none. */
  readonly dearness: (workload: WorkloadRef, podName: string) => number;
  /** When its workload may be disturbed again, in milliseconds since the Unix epoch; undefined where it may now. */
  readonly restsUntil: (workload: WorkloadRef, podName: string) => number | undefined;
  readonly leftLately: (podUid: string, nodeName: string) => boolean;
  readonly inFlightOfOwner: (uid: string) => number;
  readonly inFlightOfNode: (nodeName: string) => number;
  /** Begun within the hour. */
  readonly lastHour: number;
}

const HOUR_MS = 3_600_000;

/** Everything remembered stands in the migrations themselves: a restart remembers the same. */
export function knownMoves(migrations: readonly PodMigration[], now: number): KnownMoves {
  const memory = memoryOfMoves(migrations, now, memoryDefaults);
  const open = migrations.filter((migration) => !isFinished(migration));
  const ofOwner = counted(open.flatMap(({ status }) => status?.workload?.uid ?? []));
  const ofNode = counted(open.flatMap(({ spec, status }) => [status?.sourceNode ?? [], spec.targetNode ?? []].flat()));
  return {
    dearness: (workload, podName) => restDefaults.flapFactor ** (memory.of(workload, podName)?.moves ?? 0),
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
    inFlightOfOwner: (uid) => ofOwner.get(uid) ?? 0,
    inFlightOfNode: (nodeName) => ofNode.get(nodeName) ?? 0,
    lastHour: migrations.filter(
      ({ status }) => status?.toldToGoAt !== undefined && now - instantOf(status.toldToGoAt) < HOUR_MS,
    ).length,
  };
}

/** What cannot be read counts as long ago: `since` is written by us alone. */
const instantOf = (text: string): number => parseInstant(text) ?? Number.NEGATIVE_INFINITY;

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
