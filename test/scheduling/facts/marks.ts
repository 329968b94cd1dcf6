import type { Judgement } from '../judgement.ts';
import type { World } from '../world.ts';

/** Fields whose values are words of a small language: each word is a case of its own. */
const telling = new Set([
  'operator',
  'effect',
  'whenUnsatisfiable',
  'nodeAffinityPolicy',
  'nodeTaintsPolicy',
  'topologyKey',
  'restartPolicy',
  'protocol',
  'hostIP',
  'volumeBindingMode',
  'phase',
  'reason',
  'type',
  'minDomains',
  'maxSkew',
]);

/** What a probe's case shows: each outcome, and each outcome beside each feature of the probe and of its world. */
export function marksOf(world: World, index: number, judgement: Judgement): string[] {
  const outcomes = outcomesOf(judgement);
  const features = new Set([...shape('probe', world.probes[index]), ...shape('args', world.args)]);
  for (const [kind, list] of Object.entries(world.objects)) {
    if (kind !== 'namespaces') for (const object of list) for (const at of shape(kind, object)) features.add(at);
  }
  const beside = [...features].flatMap((feature) => outcomes.map((outcome) => `${feature} ${outcome}`));
  return [...outcomes, ...scoresOf(judgement), ...beside];
}

/** Who refuses, in which words; and which plugins tell nodes apart. */
function outcomesOf({ preFilter, nodes, scores, scoreError }: Judgement): string[] {
  const found = new Set<string>();
  if (preFilter !== undefined)
    found.add(`before: ${preFilter.plugin} ${preFilter.reasons.join('|').replaceAll(/\d+/g, '#')}`);
  for (const verdict of Object.values(nodes)) {
    if (verdict.kind === 'rejected')
      found.add(`${verdict.plugin} ${verdict.code} ${verdict.reasons.toSorted().join('|')}`);
    else found.add(verdict.kind);
  }
  for (const [plugin, { normalised }] of Object.entries(scores ?? {})) {
    if (new Set(Object.values(normalised)).size > 1) found.add(`${plugin} prefers`);
  }
  if (scoreError !== undefined) found.add('scoring breaks');
  return [...found];
}

const scoresOf = ({ scores }: Judgement): string[] =>
  Object.entries(scores ?? {}).flatMap(([plugin, { normalised }]) =>
    Object.values(normalised).map((score) => `${plugin} gives ${score}`),
  );

/** Every field that is there, without names and amounts. */
function shape(from: string, value: unknown): Set<string> {
  const found = new Set<string>();
  const walk = (node: unknown, path: string, name: string): void => {
    if (Array.isArray(node)) for (const item of node) walk(item, path, name);
    else if (typeof node === 'object' && node !== null) {
      for (const [key, below] of Object.entries(node)) walk(below, `${path}.${key}`, key);
    } else found.add(telling.has(name) ? `${path}=${String(node)}` : path);
  };
  walk(value, from, '');
  return found;
}
