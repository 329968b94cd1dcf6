import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { fileHistoryStore } from '#actuators/history/file-history-store.ts';
import { memoryHistoryStore } from '#test/support/memory-history-store.ts';
import { historyStoreContract } from './history-store.ts';

const folders: string[] = [];

afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

historyStoreContract({
  name: 'files',
  async make() {
    const folder = await mkdtemp(join(tmpdir(), 'plimsoll-history-'));
    folders.push(folder);
    return () => fileHistoryStore(join(folder, 'history'));
  },
});

historyStoreContract({
  name: 'memory',
  async make() {
    const store = memoryHistoryStore();
    return () => store;
  },
});
