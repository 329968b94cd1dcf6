import { setImmediate as turn } from 'node:timers/promises';
import type { HistoryStore } from '#ports/history-store.ts';

export interface MemoryHistoryStore extends HistoryStore {
  readonly held: Map<string, readonly Uint8Array[]>;
  /** Why nothing can be read or written, as long as that is so. */
  fails: Error | undefined;
  /** Writes begun, and how many of them at once at most. */
  readonly writes: { begun: number; atOnce: number };
  /** Resolves when nothing is being written. */
  readonly settled: () => Promise<void>;
}

/** History in memory: others get their turn at each piece, as while a file is written. */
export function memoryHistoryStore(): MemoryHistoryStore {
  const writes = { begun: 0, atOnce: 0 };
  const underWay = new Set<object>();
  const store: MemoryHistoryStore = {
    held: new Map(),
    fails: undefined,
    writes,
    async settled() {
      while (underWay.size > 0) await turn();
    },
    async read(name) {
      await turn();
      if (store.fails !== undefined) throw store.fails;
      const pieces = store.held.get(name);
      return pieces && inTurns(pieces);
    },
    async write(name, pieces) {
      writes.begun++;
      underWay.add(pieces);
      writes.atOnce = Math.max(writes.atOnce, underWay.size);
      try {
        const written: Uint8Array[] = [];
        for await (const piece of inTurns(pieces)) written.push(piece.slice());
        if (store.fails !== undefined) throw store.fails;
        store.held.set(name, written);
      } finally {
        underWay.delete(pieces);
      }
    },
  };
  return store;
}

async function* inTurns(pieces: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    await turn();
    yield piece;
  }
}
