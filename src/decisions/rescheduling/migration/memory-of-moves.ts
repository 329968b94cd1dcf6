import { isFinished, type PodMigration, type WorkloadRef } from '#api/pod-migration.ts';
import { msOf } from './status-change.ts';

export interface MemoryOptions {
  /** How long a workload is left alone after its first move; each further one in the window doubles it. */
  readonly cooldownMs: number;
  readonly longestCooldownMs: number;
  /** Moves that ended longer ago are forgotten. */
  readonly windowMs: number;
}

export const memoryDefaults: MemoryOptions = {
  cooldownMs: 900_000,
  longestCooldownMs: 21_600_000,
  windowMs: 172_800_000,
};

/** What a workload went through of late. */
export interface WorkloadMemory {
  /** Moves that disrupted it within the window. */
  readonly moves: number;
  /** Of these, those that did not help. */
  readonly inVain: number;
  /** It is left alone until then. */
  readonly coolUntil: number;
}

/** Remembers nothing but what finished migrations tell: a restart, or another leader, remembers the same. */
export interface MemoryOfMoves {
  /** Of the workload that the pod belongs to; of a StatefulSet, of the pod by its name. */
  readonly of: (workload: WorkloadRef, podName: string) => WorkloadMemory | undefined;
}

/** Rebuilt from the migrations there are, finished or not. */
export function memoryOfMoves(migrations: readonly PodMigration[], now: number, options: MemoryOptions): MemoryOfMoves {
  const byKey = Map.groupBy(migrations.flatMap(movesOf), ({ key }) => key);
  return {
    of(workload, podName) {
      const moves = (byKey.get(keyOf(workload, podName)) ?? []).filter(
        ({ endedAt }) => now - endedAt < options.windowMs,
      );
      return moves.length === 0 ? undefined : remembered(moves, options);
    },
  };
}

interface Move {
  readonly key: string;
  readonly endedAt: number;
  /** `refused`: it was thought of and could not be; nobody was disturbed. */
  readonly kind: 'helped' | 'in-vain' | 'refused';
}

function movesOf(migration: PodMigration): readonly Move[] {
  const { status, spec } = migration;
  if (status?.workload === undefined || !isFinished(migration) || status.phase === 'Withdrawn') return [];
  const wasDisturbed = status.toldToGoAt !== undefined || status.adoptedAt !== undefined;
  const kind = !wasDisturbed ? 'refused' : status.phase === 'Succeeded' ? 'helped' : 'in-vain';
  return [{ key: keyOf(status.workload, spec.podRef.name), endedAt: msOf(status.since), kind }];
}

/** A move in vain counts twice; one that was refused is waited for once, and doubles nothing. */
function remembered(moves: readonly Move[], { cooldownMs, longestCooldownMs }: MemoryOptions): WorkloadMemory {
  const disturbing = moves.filter(({ kind }) => kind !== 'refused');
  const inVain = disturbing.filter(({ kind }) => kind === 'in-vain').length;
  const weight = disturbing.length + inVain;
  const cooldown = Math.min(longestCooldownMs, cooldownMs * 2 ** Math.max(0, Math.min(weight, 30) - 1));
  const latest = (of: readonly Move[]): number => of.reduce((last, { endedAt }) => Math.max(last, endedAt), -Infinity);
  const coolUntil = Math.max(latest(disturbing) + cooldown, latest(moves) + cooldownMs);
  return { moves: disturbing.length, inVain, coolUntil };
}

/** Namespaces need no place in it: a uid is one of a kind. Pods of a StatefulSet are not each other's replicas. */
function keyOf({ kind, uid }: WorkloadRef, podName: string): string {
  return kind === 'StatefulSet' ? `${uid}/${podName}` : uid;
}
