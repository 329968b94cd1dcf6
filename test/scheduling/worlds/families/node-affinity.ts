import type { NodeSelectorRequirement, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { hostnameKey, labelValues, nodeLabelKeys, zoneKey, zones } from '../alphabet.ts';
import { aNodeName, type Draft, type DraftPod, type Family, type Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';

type Requirement = Writable<NodeSelectorRequirement>;
type Term = Writable<NodeSelectorTerm>;

/** How likely a term is one that an API server would refuse. */
interface Oddity {
  readonly required: number;
  readonly preferred: number;
}

const odd: Oddity = { required: 0.1, preferred: 0.04 };
/** A profile with any is not read at all. */
const tidy: Oddity = { required: 0, preferred: 0 };

/** Which nodes a probe insists on, and which it would rather have. */
export const nodeAffinity: Family = {
  name: 'node-affinity',
  add(draft, draw) {
    for (const probe of draft.probes) {
      if (draw.chance(0.1 + draft.pressure / 4)) probe.spec.nodeSelector = selector(draft, draw);
      if (draw.chance(0.7)) choose(probe, draft, draw);
    }
    if (draw.chance(0.05)) draft.args.NodeAffinity = { addedAffinity: affinity(draft, draw, tidy) };
  },
};

function selector(draft: Draft, draw: Draw): Record<string, string> {
  if (draw.chance(0.2)) return { [hostnameKey]: nodeName(draft, draw) };
  return draw.chance(0.5) ? { disk: draw.pick(labelValues) } : { [zoneKey]: draw.pick(zones) };
}

function choose(probe: DraftPod, draft: Draft, draw: Draw): void {
  probe.spec.affinity = { ...probe.spec.affinity, nodeAffinity: affinity(draft, draw, odd) };
}

function affinity(
  draft: Draft,
  draw: Draw,
  oddity: Oddity,
): NonNullable<NonNullable<DraftPod['spec']['affinity']>['nodeAffinity']> {
  const preferred = draw.many(draw.whole(0, 3), () => ({
    weight: draw.pick([0, 1, 10, 50, 100]),
    preference: draw.chance(0.1) ? {} : term(draft, draw, oddity.preferred),
  }));
  const required = draw.many(draw.whole(1, 3), () => term(draft, draw, oddity.required));
  return {
    ...(draw.chance(0.75) ? { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: required } } : {}),
    ...(preferred.length > 0 ? { preferredDuringSchedulingIgnoredDuringExecution: preferred } : {}),
  };
}

function term(draft: Draft, draw: Draw, oddity: number): Term {
  if (draw.chance(0.05)) return {};
  const made: Term = {};
  if (draw.chance(0.9)) made.matchExpressions = draw.many(draw.chance(0.7) ? 1 : 2, () => expression(draft, draw));
  if (draw.chance(oddity)) made.matchExpressions = [...(made.matchExpressions ?? []), brokenExpression(draw)];
  if (draw.chance(0.2)) {
    made.matchFields = draw.many(draw.chance(0.9) ? 1 : 2, () => ({
      key: 'metadata.name',
      operator: draw.pick(['In', 'In', 'In', 'NotIn'] as const),
      values: [nodeName(draft, draw)],
    }));
  }
  return made;
}

function expression(draft: Draft, draw: Draw): Requirement {
  if (draw.chance(0.25)) {
    const operator = draw.pick(['Gt', 'Lt'] as const);
    return { key: 'gen', operator, values: [draw.pick(['0', '1', '2', '02', '3'])] };
  }
  const key = draw.pick([...nodeLabelKeys, ...nodeLabelKeys, zoneKey, zoneKey, hostnameKey, 'rack', 'absent']);
  const operator = draw.pick(['In', 'In', 'NotIn', 'Exists', 'DoesNotExist'] as const);
  if (operator === 'Exists' || operator === 'DoesNotExist') return { key, operator };
  return { key, operator, values: valuesOf(key, draft, draw) };
}

function valuesOf(key: string, draft: Draft, draw: Draw): string[] {
  const one = (): string => {
    if (key === zoneKey) return draw.pick(zones);
    if (key === hostnameKey) return nodeName(draft, draw);
    return key === 'gen' ? String(draw.whole(1, 3)) : draw.pick(labelValues);
  };
  return draw.many(draw.whole(1, 2), one);
}

/** What an API server may refuse, but older ones let through, and what no integer can be read from. */
function brokenExpression(draw: Draw): Requirement {
  return draw.pick<Requirement>([
    { key: 'gen', operator: 'Gt', values: ['abc'] },
    { key: 'gen', operator: 'Gt', values: ['-1'] },
    { key: 'gen', operator: 'Lt', values: ['1', '2'] },
    { key: 'disk', operator: 'NotIn', values: ['bad value!'] },
    // the longest that a label may be, and one letter more
    { key: 'disk', operator: 'NotIn', values: ['a'.repeat(63)] },
    { key: 'disk', operator: 'NotIn', values: ['a'.repeat(64)] },
    { key: 'disk', operator: 'In', values: [] },
    { key: 'disk', operator: 'Exists', values: ['a'] },
    { key: 'bad key!', operator: 'DoesNotExist' },
  ]);
}

const nodeName = (draft: Draft, draw: Draw): string => (draw.chance(0.1) ? 'ghost' : aNodeName(draft, draw));
