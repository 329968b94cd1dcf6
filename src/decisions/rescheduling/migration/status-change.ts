import {
  HISTORY_LIMIT,
  type HistoryEntry,
  type MigrationCondition,
  type MigrationPhase,
  type PodMigrationStatus,
} from '#api/pod-migration.ts';
import { parseInstant } from '#load/instant.ts';

/** A reason in one word, for machines, and in whole sentences, for people. */
export interface Because {
  readonly reason: string;
  readonly message: string;
}

/** RFC 3339 to the millisecond. */
export const instantOf = (at: number): string => new Date(at).toISOString();

/** Of a status, whose instants the schema has checked. */
export const msOf = (instant: string): number => parseInstant(instant)!;

/** The status with another phase, and why. */
export function entered(
  status: PodMigrationStatus,
  phase: MigrationPhase,
  because: Because,
  now: number,
): PodMigrationStatus {
  const { notBefore: _, ...kept } = status;
  return told({ ...kept, phase, since: instantOf(now) }, because, now);
}

/** The same phase, and why it lasts: written down when the reason changes, not with every number in it. */
export function waiting(status: PodMigrationStatus, because: Because, now: number): PodMigrationStatus {
  return conditionOf(status, 'Progressing')?.reason === because.reason ? status : told(status, because, now);
}

/** The status with a condition; it keeps its time while it keeps its status. */
export function withCondition(
  status: PodMigrationStatus,
  condition: Omit<MigrationCondition, 'lastTransitionTime'>,
  now: number,
): PodMigrationStatus {
  const { conditions = [] } = status;
  const before = conditions.find(({ type }) => type === condition.type);
  const lastTransitionTime = before?.status === condition.status ? before.lastTransitionTime : instantOf(now);
  const others = conditions.filter(({ type }) => type !== condition.type);
  return { ...status, conditions: [...others, { ...condition, lastTransitionTime }] };
}

export function conditionOf(status: PodMigrationStatus, type: string): MigrationCondition | undefined {
  return status.conditions?.find((condition) => condition.type === type);
}

/** Since when a condition has been as it is. */
export function conditionSince(status: PodMigrationStatus, type: string): number | undefined {
  const condition = conditionOf(status, type);
  return condition === undefined ? undefined : msOf(condition.lastTransitionTime);
}

function told(status: PodMigrationStatus, { reason, message }: Because, now: number): PodMigrationStatus {
  const { phase } = status;
  const entry: HistoryEntry = { at: instantOf(now), phase, reason, message: message.slice(0, 2048) };
  const isOver = phase === 'Succeeded' || phase === 'Failed' || phase === 'Refused' || phase === 'Withdrawn';
  const history = [...(status.history ?? []), entry];
  // the first entry says how it began: what lies between goes first
  const kept =
    history.length <= HISTORY_LIMIT ? history : [history[0]!, ...history.slice(history.length - HISTORY_LIMIT + 1)];
  const progressing = {
    type: 'Progressing',
    status: isOver ? 'False' : 'True',
    reason,
    message: entry.message,
  } as const;
  return withCondition({ ...status, history: kept }, progressing, now);
}
