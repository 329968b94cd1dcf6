/** What stands behind one reason of a refusal: for people, and the same for machines. */
export interface Evidence {
  readonly text: string;
  readonly facts: Readonly<Record<string, string | number>>;
}
