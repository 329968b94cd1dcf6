/** Targets as they are, best first; before all of them the node that is wished for, if the pod could run there. */
export function wishedFirst(targets: readonly string[], wished: string | undefined): readonly string[] {
  return wished !== undefined && targets.includes(wished)
    ? [wished, ...targets.filter((node) => node !== wished)]
    : targets;
}
