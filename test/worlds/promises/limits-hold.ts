import type { PodMigration } from '#api/pod-migration.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { isActive } from '#simulation/world/objects/object-store.ts';
import type { Scene } from '../scene.ts';

const HOUR_MS = 3_600_000;
/** Created within so long of each other, moves are of one pass. */
const PASS_MS = 15_000;

const inFlight: ReadonlySet<string> = new Set(['Surging', 'Evicting', 'Settling']);

/** Moves in flight, of a pass and of an hour stay within what is allowed. */
export function limitsHold(scene: Scene): void {
  const { store } = scene.world.core;
  const { inFlightPerOwner, inFlightPerNode, perPass, perHour, perHourShare } = planDefaults.budgets;
  const created: number[] = [];
  const told: number[] = [];
  scene.onMove(({ pod, at }) => {
    told.push(at);
    const lately = told.filter((instant) => at - instant < HOUR_MS).length;
    const pods = [...store.list('Pod')].filter((one) => isActive(one)).length;
    const most = Math.max(perHour, Math.floor(perHourShare * pods));
    if (lately > most) scene.tell('limits hold', `${pod.metadata.name} was move ${lately} of an hour that has ${most}`);
  });
  store.listen(({ kind, before, after }) => {
    if (kind !== 'PodMigration' || after === undefined) return;
    if (before === undefined) {
      created.push(scene.now);
      const ofPass = created.filter((instant) => scene.now - instant < PASS_MS).length;
      if (ofPass > perPass) scene.tell('limits hold', `${ofPass} moves began in one pass`);
    }
    const phase = after.status?.phase ?? '';
    if (!inFlight.has(phase) || inFlight.has(before?.status?.phase ?? '')) return;
    const flying = [...store.list('PodMigration')].filter(({ status }) => inFlight.has(status?.phase ?? ''));
    const ofOwner = flying.filter((one) => one.status?.workload?.uid === after.status?.workload?.uid).length;
    if (ofOwner > inFlightPerOwner)
      scene.tell('limits hold', `${ofOwner} moves of ${after.status?.workload?.name} are in flight`);
    for (const node of new Set(nodesOf(after))) {
      const ofNode = flying.filter((one) => nodesOf(one).includes(node)).length;
      if (ofNode > inFlightPerNode) scene.tell('limits hold', `${ofNode} moves touch ${node}`);
    }
  });
}

/** Where it leaves, and where it goes: a clone may be steered elsewhere than its move had wished. */
const nodesOf = ({ spec, status }: PodMigration): readonly string[] =>
  [status?.sourceNode, status?.headedFor ?? spec.targetNode].filter((node) => node !== undefined);
