import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClairvoyantReference } from '#simulation/replay/score.ts';

/** Computed once for the vendored traces by `references.ts`. */
export const storedReferences: string = join(import.meta.dirname, 'references.json');

export type References = Readonly<Record<string, ClairvoyantReference>>;

/** Clairvoyant references by instance; none where nobody has computed them. */
export const readReferences = (file: string): References =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as References) : {};

/** One instance a line, so that a change can be read. */
export function writeReferences(file: string, references: References): void {
  const lines = Object.entries(references).map(
    ([name, reference]) => `${JSON.stringify(name)}: ${JSON.stringify(reference)}`,
  );
  writeFileSync(file, `{\n${lines.join(',\n')}\n}\n`);
}
