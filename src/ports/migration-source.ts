import type { PodMigration } from '#api/pod-migration.ts';

/** How well the migrations there are, are known. */
export interface MigrationsHeard {
  /** Whether all that existed at some time have been told; stays true from then on. */
  readonly isComplete: boolean;
  /** When the world was last heard to agree, in milliseconds since the Unix epoch. */
  readonly heardAt: number | 'never';
}

/** What is told, in order. */
export interface MigrationListener {
  /** It is new, or another version of one told before; what one wrote oneself is told too, and may come late. */
  told(migration: PodMigration): void;
  removed(uid: string): void;
  /** All that exist have been told: for the first time, or again after something went wrong. */
  complete(): void;
}

/** Tells of migrations, whoever writes them: first all there are, then what changes. */
export interface MigrationSource {
  readonly heard: MigrationsHeard;
  /** Tells until the signal. One run at a time. */
  run(listener: MigrationListener, signal: AbortSignal): Promise<void>;
}
