import type { PodMigration } from '#api/pod-migration.ts';
import { parseInstant } from '#load/instant.ts';
import { clockText } from './run-picture.ts';
import { type Column, table } from '#views/table.ts';

/** One move of a run, and what became of it. */
export interface MoveOutcome {
  /** Milliseconds since the world began; when it was proposed. */
  readonly atMs: number;
  readonly pod: string;
  readonly from: string;
  /** Where it landed, else where it was to go. */
  readonly to: string;
  readonly phase: string;
  /** In one word, and in whole sentences. */
  readonly reason: string;
  readonly message: string;
}

/** A migration of a world that began at an instant. */
export function moveOutcome({ metadata, spec, status }: PodMigration, startsAt: number): MoveOutcome {
  const { podRef, targetNode } = spec;
  const [first, last] = [status?.history?.at(0), status?.history?.at(-1)];
  return {
    atMs: (parseInstant(first?.at ?? metadata.creationTimestamp ?? '') ?? startsAt) - startsAt,
    pod: `${metadata.namespace}/${podRef.name}`,
    from: status?.sourceNode ?? '-',
    to: status?.landedNode ?? targetNode ?? '-',
    phase: status?.phase ?? 'New',
    reason: last?.reason ?? '-',
    message: last?.message ?? '',
  };
}

const columns: readonly Column<MoveOutcome>[] = [
  { header: 'AT', cell: ({ atMs }) => clockText(atMs) },
  { header: 'POD', cell: ({ pod }) => pod },
  { header: 'FROM', cell: ({ from }) => from },
  { header: 'TO', cell: ({ to }) => to },
  { header: 'OUTCOME', cell: ({ phase, reason }) => (phase === reason ? phase : `${phase}: ${reason}`) },
];

const wideColumns: readonly Column<MoveOutcome>[] = [...columns, { header: 'WHY', cell: ({ message }) => message }];

/** The moves of a run, in the order of time. */
export function movesTable(moves: readonly MoveOutcome[], width: 'table' | 'wide'): string {
  const inOrder = moves.toSorted((one, other) => one.atMs - other.atMs);
  return table(width === 'wide' ? wideColumns : columns, inOrder);
}
