import { NOBODY } from '#decisions/rescheduling/load-table.ts';
import { planRelocations } from '#decisions/rescheduling/plan-relocations.ts';
import { relocationDefaults, type RelocationOptions } from '#decisions/rescheduling/relocation-options.ts';
import type { ForecastOptions } from '#load/forecast/forecast-options.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import {
  ABSENT,
  type Relocation,
  type ReplayCluster,
  type ReplayDecider,
  type ReplayPolicy,
} from '#simulation/replay/policy.ts';

export const plimsollUnguarded = (
  options: Partial<RelocationOptions> = {},
  forecast: Partial<ForecastOptions> = {},
): ReplayPolicy => ({
  name: 'plimsoll',
  begin: (cluster) => begin(cluster, { ...relocationDefaults, ...options }, forecast),
});

function begin(
  cluster: ReplayCluster,
  options: RelocationOptions,
  forecastOptions: Partial<ForecastOptions>,
): ReplayDecider {
  const forecaster = new Forecaster({ ...forecastOptions, stepMs: cluster.stepMinutes * 60_000 });
  const row = Int32Array.from({ length: cluster.pods }, (_, pod) =>
    forecaster.enrol({
      key: String(pod),
      owner: String(cluster.owner[pod]),
      scale: cluster.limit[pod]!,
      request: cluster.request[pod]!,
    }),
  );
  const past = cluster.history?.steps ?? 0;
  for (let step = 0; step < past; step++) {
    forecaster.observe(
      (step - past) * cluster.stepMinutes * 60_000,
      cluster.history!.cores.subarray(step * cluster.pods, (step + 1) * cluster.pods),
    );
  }
  const movedAt: number[][] = Array.from({ length: cluster.pods }, () => []);
  const left: Map<number, number>[] = Array.from({ length: cluster.pods }, () => new Map());
  const all = new Uint8Array(cluster.nodes).fill(1);
  const dearness = new Float64Array(cluster.pods).fill(1);
  const isResting = new Uint8Array(cluster.pods);
  const capacity = new Float64Array(cluster.nodes).fill(cluster.capacity);
  return {
    decide(step, use, placement) {
      const now = step * cluster.stepMinutes * 60_000;
      const seen = use.map((cores, pod) => (placement[pod] === ABSENT ? Number.NaN : cores));
      forecaster.observe(now, seen);
      for (let pod = 0; pod < cluster.pods; pod++) {
        let d = 0;
        for (const at of movedAt[pod]!) d += Math.exp(-(now - at) / (72 * 3_600_000));
        dearness[pod] = 1 + d;
        isResting[pod] = Number(movedAt[pod]!.length > 0 && now - movedAt[pod]!.at(-1)! < 6 * 3_600_000);
      }
      const { relocations } = planRelocations(
        {
          now,
          nodes: { count: cluster.nodes, maySend: all, mayReceive: all },
          pods: {
            count: cluster.pods,
            node: placement,
            owner: cluster.owner,
            isMovable: new Uint8Array(cluster.pods).fill(1),
          },
          resources: [
            {
              name: 'cpu',
              capacity,
              allocatable: capacity,
              line: 0.8,
              request: cluster.request,
              outlook: forecaster.outlook(now),
              row,
            },
          ],
          isFeasible: () => true,
          memory: {
            dearness,
            isResting,
            leftLately: (pod, node) => now - (left[pod]!.get(node) ?? -Infinity) < 25 * 3_600_000,
          },
          budgets: { moves: 4, perOwner: 99, perNode: 99, inFlightOfOwner: () => 0, inFlightOfNode: () => 0 },
        },
        step % 3 === 0 ? options : { ...options, swapNodes: 0 },
      );
      return relocations.map(({ moves }): Relocation => {
        for (const { pod, from } of moves) {
          movedAt[pod]!.push(now);
          left[pod]!.set(from, now);
        }
        return moves.length === 1
          ? { pod: moves[0]!.pod, to: moves[0]!.to }
          : { pod: moves[0]!.pod, with: moves[1]!.pod };
      });
    },
  };
}
void NOBODY;
export const plimsoll = plimsollUnguarded;
