import type { MigrationMode, PodMigration, PodMigrationSpec, PodMigrationStatus } from '#api/pod-migration.ts';
import { hashOfText } from '#base/hash.ts';
import type { MigrationOptions } from './migration-options.ts';
import type { MigrationView } from './migration-view.ts';
import { nextStep } from './next-step.ts';
import { type Because, conditionOf, entered, instantOf } from './status-change.ts';
import type { PodKey } from './verb.ts';

/** A move that somebody wants, without any plan. */
export interface WishByHand {
  readonly pod: PodKey;
  readonly targetNode?: string | undefined;
  readonly mode: MigrationMode;
  /** Whole sentences. */
  readonly reason: string;
  /** Who wants it. */
  readonly by: string;
  /** Until then the pod must have been told to go. */
  readonly deadlineMs: number;
}

/** What is to be created; names are never given twice, for an earlier wish stays as memory. */
export function wishedByHand(
  { pod, targetNode, mode, reason, deadlineMs }: WishByHand,
  now: number,
): { readonly namespace: string; readonly name: string; readonly spec: PodMigrationSpec } {
  const hash = hashOfText(`${pod.uid} ${instantOf(now)}`)
    .toString(16)
    .padStart(8, '0');
  return {
    namespace: pod.namespace,
    name: `${pod.name.slice(0, LONGEST_STEM).replace(/[^a-z0-9]+$/, '')}-${hash}`,
    spec: { podRef: { name: pod.name, uid: pod.uid }, targetNode, mode, reason, deadline: instantOf(now + deadlineMs) },
  };
}

const LONGEST_STEM = 54;

/** The status of a move that somebody lets be carried out. */
export function approvedByHand({ status }: Pick<PodMigration, 'status'>, by: string, now: number): PodMigrationStatus {
  const before: PodMigrationStatus = status ?? { phase: 'Proposed', since: instantOf(now) };
  return entered(before, 'Approved', { reason: 'ApprovedByHand', message: `Approved by ${by}.` }, now);
}

/** What would come of an approved migration at once, if nothing of ours held it back. */
export type Foresight =
  | { readonly kind: 'goes' }
  /** Something that may pass by itself holds it. */
  | ({ readonly kind: 'waits' } & Because)
  /** Nothing is going to be done. */
  | ({ readonly kind: 'refused' } & Because);

/** Asks the very steps that will be taken: a move that they refuse need not be wanted at all. */
export function foresee(
  migration: PodMigration,
  view: Omit<MigrationView, 'worth' | 'gate' | 'approval'>,
  now: number,
  options: MigrationOptions,
): Foresight {
  const approved = { ...migration, status: approvedByHand(migration, '', now) };
  const ours = { worth: { kind: 'holds' }, gate: { kind: 'open' }, approval: 'granted' } as const;
  const { status } = nextStep(approved, { ...view, ...ours }, now, options);
  const { reason = '', message = '' } = conditionOf(status, 'Progressing') ?? {};
  switch (status.phase) {
    case 'Refused':
    case 'Withdrawn':
    case 'Failed':
      return { kind: 'refused', reason, message };
    case 'Approved':
      return { kind: 'waits', reason, message };
    default:
      return { kind: 'goes' };
  }
}
