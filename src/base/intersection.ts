/** What all of these sets hold, in the order of the first. Of no sets: nothing. */
export function intersectionOf<Value>(sets: readonly ReadonlySet<Value>[]): Set<Value> {
  const [first, ...others] = sets;
  return new Set([...(first ?? [])].filter((value) => others.every((set) => set.has(value))));
}
