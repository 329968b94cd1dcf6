/** What a stand-in node pretends to be. Quantities as Kubernetes writes them. */
export interface HollowNodeSpec {
  readonly name: string;
  readonly cpu: string;
  readonly memory: string;
  readonly maxPods: number;
  readonly zone: string;
  readonly instanceType: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
}

export interface Taint {
  readonly key: string;
  readonly value?: string;
  readonly effect: 'NoSchedule' | 'PreferNoSchedule' | 'NoExecute';
}

/** Machine shapes that clusters are commonly made of, as clouds sell them. */
const shapes = [
  { instanceType: 'general-4', cpu: '4', memory: '16Gi', maxPods: 58 },
  { instanceType: 'general-8', cpu: '8', memory: '32Gi', maxPods: 58 },
  { instanceType: 'general-16', cpu: '16', memory: '64Gi', maxPods: 110 },
  { instanceType: 'memory-8', cpu: '8', memory: '64Gi', maxPods: 58 },
] as const;

const zones = ['zone-a', 'zone-b', 'zone-c'] as const;

/** One node: a shape and a zone follow from its number, whatever is not overridden. */
export function hollowNode(number: number, overrides: Partial<HollowNodeSpec> = {}): HollowNodeSpec {
  const name = overrides.name ?? `hollow-${String(number).padStart(4, '0')}`;
  return {
    ...shapes[number % shapes.length]!,
    zone: zones[number % zones.length]!,
    labels: {},
    taints: [],
    ...overrides,
    name,
  };
}

/** `count` nodes of mixed shapes over three zones, named `PREFIX-0000` and on. */
export function hollowNodes(
  count: number,
  prefix = 'hollow',
  overrides: Partial<HollowNodeSpec> = {},
): HollowNodeSpec[] {
  return Array.from({ length: count }, (_, number) =>
    hollowNode(number, { ...overrides, name: `${prefix}-${String(number).padStart(4, '0')}` }),
  );
}
