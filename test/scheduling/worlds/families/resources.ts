import { type Draft, type DraftNode, type DraftPod, type Family, podsAndProbes, type Writable } from '../draft.ts';
import type { Draw } from '../draw.ts';
import { bytesText, cpuText } from '../quantities.ts';

const GI = 2 ** 30;
const cpuSizes = [500, 1000, 2000, 4000, 8000];
const memorySizes = [GI, 2 * GI, 8 * GI, 3_000_000_001];
/** From 2^53, where doubles end, to past 2^63, where int64 does. */
export const beyond: readonly string[] = ['9E', '16Ei', '8Ei', '10E', '9007199254740993'];
const scalars = [...Array.from({ length: 6 }, () => 'example.com/gpu'), 'hugepages-2Mi', 'attachable-volumes-x'];

/** What is left of a node, in numbers. Negative where too much runs there. */
interface Room {
  cpuMilli: number;
  memoryBytes: number;
}

/** Nodes small enough to fill, and pods that ask for what is left, a unit more, nothing, or zero. */
export const resources: Family = {
  name: 'resources',
  add(draft, draw) {
    const rooms = draft.objects.nodes.map((node) => furnish(node, draft, draw));
    for (const pod of podsAndProbes(draft)) askFor(pod, rooms, draft, draw);
  },
};

/** Fills the node with some of what it could hold, and tells the room that is left. */
function furnish(node: DraftNode, draft: Draft, draw: Draw): Room {
  const here = draft.objects.pods.filter(({ spec }) => spec.nodeName === node.metadata.name);
  const whole = { cpuMilli: draw.pick(cpuSizes), memoryBytes: draw.pick(memorySizes) };
  const room = { ...whole };
  for (const pod of here) {
    const share = (0.3 + draw.ratio()) / here.length;
    const cpuMilli = Math.round(whole.cpuMilli * share * draw.pick([0, 0.5, 1]));
    const memoryBytes = Math.round(whole.memoryBytes * share * draw.pick([0, 0.5, 1]));
    room.cpuMilli -= cpuMilli;
    room.memoryBytes -= memoryBytes;
    pod.spec.containers[0]!.resources = {
      requests: { ...(cpuMilli > 0 ? { cpu: `${cpuMilli}m` } : {}), memory: bytesText(memoryBytes, draw) },
    };
  }
  node.status!.allocatable = allocatable(whole, here.length, draw);
  return room;
}

function allocatable({ cpuMilli, memoryBytes }: Room, pods: number, draw: Draw): Record<string, string> {
  const found: Record<string, string> = {
    cpu: cpuText(cpuMilli, draw),
    memory: draw.chance(0.01) ? draw.pick(beyond) : bytesText(memoryBytes, draw),
    pods: draw.chance(0.15) ? String(pods + draw.whole(0, 1)) : '110',
  };
  if (draw.chance(0.8)) found['ephemeral-storage'] = draw.pick(['0', '1Gi', '10Gi']);
  if (draw.chance(0.7)) found['example.com/gpu'] = draw.pick(['0', '1', '4']);
  if (draw.chance(0.5)) found['hugepages-2Mi'] = draw.pick(['0', '1Gi']);
  return found;
}

function askFor(pod: DraftPod, rooms: readonly Room[], draft: Draft, draw: Draw): void {
  const placed = pod.spec.nodeName !== undefined;
  for (const name of draw.many(draw.chance(0.2) ? draw.whole(1, 2) : 0, (index) => `side${index}`)) {
    pod.spec.containers.push({ name, resources: { requests: requests(placed ? 0.03 : 0.1, draw) } });
  }
  if (placed) return;
  const asked = requests(0.1 + 0.5 * draft.pressure, draw);
  if (rooms.length > 0 && draw.chance(0.3)) fitExactly(asked, draw.pick(rooms), draw);
  pod.spec.containers[0]!.resources = { requests: asked };
}

/** What is left of one node, or just more than that. */
function fitExactly(asked: Record<string, string>, room: Room, draw: Draw): void {
  const cpuMilli = room.cpuMilli + draw.whole(0, 1);
  if (cpuMilli > 0) asked['cpu'] = cpuText(cpuMilli, draw);
  const memoryBytes = room.memoryBytes + draw.whole(0, 1);
  if (memoryBytes > 0 && draw.chance(0.5)) asked['memory'] = bytesText(memoryBytes, draw);
}

/** Of a few thousand millis and a few gibibytes, the share that a container asks for. */
export function requests(share: number, draw: Draw): Writable<Record<string, string>> {
  const asked: Record<string, string> = {};
  const cpu = amount(draw, share, cpuSizes);
  if (cpu !== undefined) asked['cpu'] = cpuText(cpu, draw);
  const memory = amount(draw, share, memorySizes);
  if (memory !== undefined) asked['memory'] = bytesText(memory, draw);
  if (draw.chance(0.1)) asked['ephemeral-storage'] = draw.pick(['0', '1Gi', '600Mi', '1073741825']);
  if (draw.chance(0.1)) asked[draw.pick(scalars)] = draw.pick(['0', '1', '1', '1', '3']);
  if (draw.chance(0.02)) asked['cpu'] = '0.1m';
  return asked;
}

function amount(draw: Draw, share: number, sizes: readonly number[]): number | undefined {
  const at = draw.ratio();
  if (at < 0.25) return undefined;
  if (at < 0.35) return 0;
  const size = draw.pick(sizes);
  if (at < 0.38) return size;
  if (at < 0.4) return size + 1;
  const part = draw.pick([0.1, 0.25, 0.5, 1]) * share;
  return Math.round(size * part);
}
