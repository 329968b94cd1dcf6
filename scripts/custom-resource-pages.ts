import { stringify } from 'yaml';
import { customResourceDefinition, definitionName } from '#api/definition/custom-kind.ts';
import { ownKinds } from '#api/definition/own-kinds.ts';
import type { GeneratedPage } from './generated-page.ts';

/** Definitions of our kinds and their admission policies, as they are applied to a cluster. */
export function customResourcePages(banner: string): readonly GeneratedPage[] {
  return ownKinds.flatMap(({ custom, guards }) => {
    const file = `${definitionName(custom)}.yaml`;
    const definition = { path: `deploy/crds/${file}`, text: yaml(banner, [customResourceDefinition(custom)]) };
    return guards.length === 0
      ? [definition]
      : [definition, { path: `deploy/policies/${file}`, text: yaml(banner, guards) }];
  });
}

/** Unfolded: CEL stays on one line. Shared objects are written out, since not every reader knows anchors. */
function yaml(banner: string, documents: readonly object[]): string {
  const texts = documents.map((document) =>
    stringify(document, { lineWidth: 0, aliasDuplicateObjects: false, singleQuote: true }),
  );
  return `# ${banner}\n${texts.join('---\n')}`;
}
