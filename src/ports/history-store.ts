/** Where what was learnt of loads outlives a process: one text a name, the last one written. */
export interface HistoryStore {
  /** Nothing where nothing was written, or where it has gone. */
  read(name: string): Promise<string | undefined>;
  /** All of it or nothing: a reader never sees half a text. */
  write(name: string, text: string): Promise<void>;
}
