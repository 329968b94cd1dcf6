export interface StreamOptions {
  /** The longest object accepted, in bytes of JSON. */
  readonly longestBytes: number;
  /** What is read, for the message of a fault: `the list of pods`. */
  readonly reading: string;
}

/** etcd takes objects of 1.5 MiB, protobuf for the built-in kinds; as JSON they are longer, but never this long. */
export const streamDefaults: StreamOptions = { longestBytes: 8 * 1024 * 1024, reading: 'a stream' };
