import { closest } from '#base/closest.ts';
import { type Branch, leaves } from '#app/config/leaves.ts';

/** What somebody probably meant by a key unknown in `branch`: a neighbour spelt nearly so, or an option of another section. */
export function suggestKey(branch: Branch, key: string): string | undefined {
  const neighbours = branch.children.map((child) => child.key);
  return closest(key, neighbours) ?? elsewhere(key);
}

/** People also try the name of a flag or a variable, or put an option in the wrong section. */
function elsewhere(key: string): string | undefined {
  const wanted = bare(key);
  const named = leaves.filter(({ meta, key: own, path }) => {
    return [own, path, meta.flag ?? '', meta.environment ?? ''].some((name) => bare(name) === wanted);
  });
  return named.length === 1 ? named[0]!.path : undefined;
}

function bare(name: string): string {
  return name.replace(/[^a-z0-9]/gi, '').toLowerCase();
}
