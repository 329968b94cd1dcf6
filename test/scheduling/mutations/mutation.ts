/** A fault planted in the engine: a text of one of its files, once there, and what stands in its place. */
export interface Mutation {
  /** Below `src/decisions/scheduling`. */
  readonly file: string;
  readonly find: string;
  readonly replace: string;
  /** What goes wrong, in the words of who uses it. */
  readonly breaks: string;
}
