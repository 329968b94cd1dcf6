import type { Taint } from '#api/kubernetes/node.ts';
import type { Toleration } from '#api/kubernetes/pod.ts';
import type { DraftNode, Family, Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';

const keys = ['k1', 'k2'];
const values = ['', 'v1', 'v2'];
const effects = ['NoSchedule', 'PreferNoSchedule', 'NoExecute'] as const;
const cordoned = 'node.kubernetes.io/unschedulable';

/** Nodes that keep pods away, and probes that bear some of it, or just miss it. */
export const taints: Family = {
  name: 'taints',
  add(draft, draw) {
    for (const node of draft.objects.nodes) taint(node, draft.pressure, draw);
    const known = draft.objects.nodes.flatMap((node) => node.spec?.taints ?? []);
    for (const probe of draft.probes) {
      probe.spec.tolerations = draw.many(draw.whole(0, 3), () => toleration(known, draw));
    }
  },
};

function taint(node: DraftNode, pressure: number, draw: Draw): void {
  const found = draw.many(draw.chance(0.3 + pressure / 2) ? draw.whole(1, 2) : 0, () => ({
    key: draw.pick(keys),
    ...(draw.chance(0.8) ? { value: draw.pick(values) } : {}),
    effect: draw.pick(effects),
  }));
  node.spec ??= {};
  if (draw.chance(0.1)) {
    node.spec.unschedulable = true;
    if (draw.chance(0.8)) found.push({ key: cordoned, effect: 'NoSchedule' });
  }
  if (found.length > 0) node.spec.taints = found;
}

/** Near a taint that is there: whole, or off by effect, value or operator. */
function toleration(known: readonly Taint[], draw: Draw): Writable<Toleration> {
  if (draw.chance(0.06)) return { operator: 'Exists' };
  if (draw.chance(0.1)) return { key: cordoned, operator: 'Exists', effect: 'NoSchedule' };
  if (draw.chance(0.05)) return { operator: 'Exists', effect: draw.pick(effects) };
  const near = known.length > 0 ? draw.pick(known) : { key: 'k1', value: 'v1', effect: 'NoSchedule' as const };
  const off = draw.chance(0.3);
  const asked: Writable<Toleration> = { key: near.key };
  if (draw.chance(0.5)) asked.operator = draw.chance(0.5) ? 'Exists' : 'Equal';
  const value = off ? draw.pick(values) : near.value;
  if (asked.operator !== 'Exists' && value !== undefined) asked.value = value;
  if (draw.chance(0.7)) asked.effect = off ? draw.pick(effects) : near.effect;
  if (asked.effect === 'NoExecute' && draw.chance(0.3)) asked.tolerationSeconds = 300;
  return asked;
}
