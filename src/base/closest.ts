/**
 * The candidate somebody most likely meant when they wrote `word`, or nothing when none is near enough to say so.
 * A difference in case alone wins over any other nearness.
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = reachOf(word) + 1;
  for (const candidate of candidates) {
    const written = candidate.toLowerCase();
    if (written === wanted) return candidate;
    const distance = editDistance(wanted, written);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** How many edits away a word may be and still count as a slip of the pen: a third of it, at least one, at most three. */
function reachOf(word: string): number {
  return Math.min(3, Math.max(1, Math.floor(word.length / 3)));
}

/** Insertions, deletions, replacements and swaps of neighbours that turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      const swapped = isSwap(from, to, row, column) ? beforeLast[column - 2]! + 1 : Infinity;
      current.push(Math.min(last[column]! + 1, current[column - 1]! + 1, replaced, swapped));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

function isSwap(from: string, to: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
}
