import { test } from 'vitest';
import { MemoryMigrationStore } from '../support/migration/memory-migration-store.ts';
import { migrationSourceContract } from './migration-source.ts';
import { migrationStoreContract } from './migration-store.ts';

const namespace = 'shop';

for (const [promise, keeps] of Object.entries(migrationStoreContract)) {
  test(`memory: ${promise}`, () => keeps({ store: new MemoryMigrationStore(), namespace }));
}

for (const [promise, keeps] of Object.entries(migrationSourceContract)) {
  test(`memory: ${promise}`, () => {
    const store = new MemoryMigrationStore();
    return keeps({ store, source: store, namespace });
  });
}
