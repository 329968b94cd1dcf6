import type { Rng } from '#base/rng.ts';
import type { NodeSpec, WorkloadSpec, WorldDeed } from '#simulation/world/world-spec.ts';
import { between, oneOf } from './draw.ts';

const MINUTE = 60_000;

/** Nothing befalls a world in its last part, so that what was begun comes to its end. */
const CALM_MS = 35 * MINUTE;

export interface DeedParts {
  readonly nodes: readonly NodeSpec[];
  readonly workloads: readonly WorkloadSpec[];
  readonly lastsMs: number;
}

interface Drawing extends DeedParts {
  readonly rng: Rng;
  readonly at: number;
}

/** Each gives what happens, from an instant on; what is begun ends before the calm. */
const occasions: readonly ((drawing: Drawing) => readonly WorldDeed[])[] = [
  (drawing) => spell(drawing, 'blind', 'see', 40),
  (drawing) => spell(drawing, 'hold-up-watch', 'let-go-watch', 20),
  (drawing) => spell(drawing, 'lose-leader', 'lead-again', 10),
  // a burst of them, for some to come in the middle of a move
  ({ rng, at }) =>
    Array.from({ length: between(rng, 1, 8) }, () => ({
      afterMs: at + between(rng, 0, 10 * MINUTE),
      deed: 'restart' as const,
    })),
  (drawing) => nodeSpell(drawing, 'lose-node', 'bring-node-back'),
  (drawing) => nodeSpell(drawing, 'lose-exporter', 'bring-exporter-back'),
  (drawing) => nodeSpell(drawing, 'cordon', 'uncordon'),
  (drawing) => nodeSpell(drawing, 'drain', 'uncordon'),
  ({ rng, at, nodes }) => [{ afterMs: at, deed: 'remove-node', node: oneOf(rng, nodes).name }],
  ({ at, nodes }) => [{ afterMs: at, deed: 'add-node', add: { ...nodes[0]!, name: `late${at}` } }],
  ({ rng, at, workloads }) => [{ afterMs: at, deed: 'roll-out', workload: oneOf(rng, workloads).life.name }],
  ({ rng, at, workloads }) => {
    const { life, replicas } = oneOf(rng, workloads);
    return [{ afterMs: at, deed: 'scale', workload: life.name, replicas: between(rng, 0, replicas + 2) }];
  },
  ({ rng, at, workloads }) => [{ afterMs: at, deed: 'delete-pod', workload: oneOf(rng, workloads).life.name }],
  ({ rng, at, workloads }) => [{ afterMs: at, deed: 'delete', workload: oneOf(rng, workloads).life.name }],
];

/** About one an hour and some more, in the order of time. */
export function drawDeeds(rng: Rng, parts: DeedParts): readonly WorldDeed[] {
  const until = parts.lastsMs - CALM_MS;
  const count = between(rng, 0, 4 + Math.ceil(parts.lastsMs / (90 * MINUTE)));
  const deeds = Array.from({ length: count }, () => {
    const at = between(rng, 5 * MINUTE, until - 10 * MINUTE);
    return oneOf(rng, occasions)({ ...parts, rng, at });
  });
  return deeds.flat().toSorted((one, other) => one.afterMs - other.afterMs);
}

type Begun = 'blind' | 'hold-up-watch' | 'lose-leader';
type Ended = 'see' | 'let-go-watch' | 'lead-again';

function spell({ rng, at, lastsMs }: Drawing, begin: Begun, end: Ended, mostMinutes: number): readonly WorldDeed[] {
  const until = Math.min(at + between(rng, 5000, mostMinutes * MINUTE), lastsMs - CALM_MS);
  return [
    { afterMs: at, deed: begin },
    { afterMs: until, deed: end },
  ];
}

function nodeSpell(
  { rng, at, nodes, lastsMs }: Drawing,
  begin: 'lose-node' | 'lose-exporter' | 'cordon' | 'drain',
  end: 'bring-node-back' | 'bring-exporter-back' | 'uncordon',
): readonly WorldDeed[] {
  const node = oneOf(rng, nodes).name;
  const until = Math.min(at + between(rng, 20_000, 60 * MINUTE), lastsMs - CALM_MS);
  return [
    { afterMs: at, deed: begin, node },
    { afterMs: until, deed: end, node },
  ];
}
