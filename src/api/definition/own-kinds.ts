import type { CustomKind, Definition } from './custom-kind.ts';
import { podMigrationKind } from './pod-migration-kind.ts';
import { podMigrationPolicy } from './pod-migration-policy.ts';

/** A kind of ours, and what guards it beside its own schema. */
export interface OwnKind {
  readonly custom: CustomKind;
  readonly guards: readonly Definition[];
}

/** Every kind of ours. */
export const ownKinds: readonly OwnKind[] = [{ custom: podMigrationKind, guards: podMigrationPolicy }];
