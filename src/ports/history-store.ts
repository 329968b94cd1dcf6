/** Where what was learnt of loads outlives a process, in pieces: under a name are those that were last written. */
export interface HistoryStore {
  /** The pieces in their order, as many as are there; nothing where nothing was written, or where it has gone. */
  read(name: string): Promise<AsyncIterable<Uint8Array> | undefined>;
  /** All of them or none: no reader sees those of two writes. One is asked for once the one before it is written. */
  write(name: string, pieces: Iterable<Uint8Array>): Promise<void>;
}
