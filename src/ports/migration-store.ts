import type { PodMigration, PodMigrationSpec } from '#api/pod-migration.ts';

/** What is to be created: where, under which name, and what it asks for. */
export interface NewMigration {
  readonly namespace: string;
  readonly name: string;
  readonly spec: PodMigrationSpec;
}

/** What came of a write: `conflict` when somebody wrote since it was read, `gone` when it is not there any more. */
export type Written =
  | { readonly kind: 'written'; readonly migration: PodMigration }
  | { readonly kind: 'conflict' | 'gone' };

/** Where migrations are kept: the one record of what was done, for whoever comes next. */
export interface MigrationStore {
  list(abort?: AbortSignal): Promise<readonly PodMigration[]>;
  /** `conflict` when one of that name exists. */
  create(migration: NewMigration, abort?: AbortSignal): Promise<Written>;
  /** Writes the status, if nobody wrote since this migration was read: also when nothing changed in it. */
  writeStatus(migration: PodMigration, abort?: AbortSignal): Promise<Written>;
  /** Removes that very one. */
  remove(migration: PodMigration, abort?: AbortSignal): Promise<void>;
}
