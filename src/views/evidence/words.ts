import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { CompiledSelector } from '#api/label-selector.ts';
import type { Requirement } from '#api/requirement.ts';
import { bytesText, coresText } from '#load/signals/amount-text.ts';

/** A requirement as people write selectors. */
export function requirementText(requirement: Requirement): string {
  const { key } = requirement;
  switch (requirement.kind) {
    case 'in':
      return requirement.values.length === 1
        ? `${key}=${requirement.values[0]!}`
        : `${key} in (${requirement.values.join(', ')})`;
    case 'not-in':
      return `${key} notin (${requirement.values.join(', ')})`;
    case 'exists':
      return key;
    case 'absent':
      return `!${key}`;
    case 'greater':
      return `${key} > ${requirement.than}`;
    case 'less':
      return `${key} < ${requirement.than}`;
  }
}

/** A selector as people write it. */
export function selectorText({ kind, requirements }: CompiledSelector): string {
  return kind === 'requirements' ? requirements.map(requirementText).join(', ') : `(${kind})`;
}

/** What a node says of a label. */
export function labelText(labels: StringMap, key: string): string {
  return Object.hasOwn(labels, key) ? `${key}=${labels[key]!}` : `no label ${key}`;
}

/** An amount of a resource in its usual unit; cpu comes in milli. */
export function resourceText(resource: string, amount: number): string {
  if (resource === 'cpu') return coresText(amount / 1000);
  return isBytes(resource) ? bytesText(amount) : String(amount);
}

function isBytes(resource: string): boolean {
  return resource === 'memory' || resource === 'ephemeral-storage' || resource.startsWith('hugepages-');
}
