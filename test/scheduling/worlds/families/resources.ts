import type { Draft, DraftPod, Family, Writable } from '../draft.ts';
import { podsAndProbes } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { bytesText, cpuText } from '../quantities.ts';

const GI = 2 ** 30;
const cpuSizes = [500, 1000, 2000, 4000, 8000];
const memorySizes = [GI, 2 * GI, 8 * GI, 3_000_000_001];
const beyond = ['9E', '16Ei', '8Ei', '10E', '9007199254740993'];
const scalars = ['example.com/gpu', 'hugepages-2Mi', 'attachable-volumes-x'];

/** Nodes small enough to fill, and pods that ask for what is left, a unit more, nothing, or zero. */
export const resources: Family = {
  name: 'resources',
  add(draft, draw) {
    for (const node of draft.objects.nodes) node.status!.allocatable = allocatable(draw);
    for (const pod of podsAndProbes(draft)) askFor(pod, draft, draw);
  },
};

function allocatable(draw: Draw): Record<string, string> {
  const memory = draw.chance(0.01) ? draw.pick(beyond) : bytesText(draw.pick(memorySizes), draw);
  const found: Record<string, string> = {
    cpu: cpuText(draw.pick(cpuSizes), draw),
    memory,
    pods: draw.pick(['1', '2', '3', '110', '110', '110']),
  };
  if (draw.chance(0.8)) found['ephemeral-storage'] = draw.pick(['0', '1Gi', '10Gi']);
  if (draw.chance(0.5)) found['example.com/gpu'] = draw.pick(['0', '1', '4']);
  if (draw.chance(0.3)) found['hugepages-2Mi'] = draw.pick(['0', '1Gi']);
  return found;
}

function askFor(pod: DraftPod, draft: Draft, draw: Draw): void {
  for (const extra of draw.many(draw.chance(0.2) ? draw.whole(1, 2) : 0, (index) => `side${index}`)) {
    pod.spec.containers.push({ name: extra, resources: {} });
  }
  // what runs leaves room more often than not
  const share = pod.spec.nodeName === undefined ? 0.2 + 0.8 * draft.pressure : 0.25;
  for (const container of pod.spec.containers) container.resources = { requests: requests(share, draw) };
}

/** Of a few thousand millis and a few gibibytes, the share that a container asks for. */
export function requests(share: number, draw: Draw): Writable<Record<string, string>> {
  const asked: Record<string, string> = {};
  const cpu = amount(draw, share, cpuSizes);
  if (cpu !== undefined) asked['cpu'] = cpuText(cpu, draw);
  const memory = amount(draw, share, memorySizes);
  if (memory !== undefined) asked['memory'] = bytesText(memory, draw);
  if (draw.chance(0.1)) asked['ephemeral-storage'] = draw.pick(['0', '1Gi', '600Mi', '1073741825']);
  if (draw.chance(0.12)) asked[draw.pick(scalars)] = draw.pick(['0', '1', '1', '2', '5']);
  if (draw.chance(0.003)) asked['memory'] = draw.pick(beyond);
  if (draw.chance(0.02)) asked['cpu'] = '0.1m';
  return asked;
}

function amount(draw: Draw, share: number, sizes: readonly number[]): number | undefined {
  const at = draw.ratio();
  if (at < 0.25) return undefined;
  if (at < 0.35) return 0;
  const size = draw.pick(sizes);
  if (at < 0.45) return size;
  if (at < 0.5) return size + 1;
  const part = draw.pick([0.1, 0.25, 0.5, 1]) * share;
  return Math.round(size * part);
}
