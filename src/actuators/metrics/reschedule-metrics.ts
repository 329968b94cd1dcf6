import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { PodMigration } from '#api/pod-migration.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { RescheduleObserver } from '#ports/reschedule-observer.ts';

/** Counts the rescheduler's work. Labels are words of ours: there are as many series as outcomes, never as pods. */
export function rescheduleMetrics(registry: Registry): RescheduleObserver {
  const registers = [registry];
  const moves = new Counter({
    name: 'plimsoll_moves_total',
    help: 'Migrations that ended, by outcome (the last phase), mode and reason.',
    labelNames: ['outcome', 'mode', 'reason'] as const,
    registers,
  });
  const planned = new Histogram({
    name: 'plimsoll_plan_duration_seconds',
    help: 'How long a pass took from its look at the cluster to its plan.',
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  const wanted = new Gauge({
    name: 'plimsoll_planned_moves',
    help: 'Moves that the last pass wanted.',
    registers,
  });
  const hotSeconds = new Counter({
    name: 'plimsoll_node_hot_seconds_total',
    help: 'Time that nodes were hot, all nodes together.',
    registers,
  });
  const nodes = new Gauge({
    name: 'plimsoll_nodes_at_risk',
    help: 'Nodes that are hot or foretold to be, by what the last pass could do about them.',
    labelNames: ['outcome'] as const,
    registers,
  });
  const missed = new Histogram({
    name: 'plimsoll_move_prediction_error_ratio',
    help: 'Load measured after a move minus the load predicted, by end of the move and signal.',
    labelNames: ['end', 'signal'] as const,
    buckets: [-0.2, -0.1, -0.05, -0.02, 0, 0.02, 0.05, 0.1, 0.2],
    registers,
  });
  return {
    planned(plan, { tookMs, sinceLastMs }) {
      planned.observe(tookMs / 1000);
      wanted.set(plan.moves.length);
      const hot = plan.nodes.filter(({ verdict }) => verdict === 'hot').length;
      hotSeconds.inc((hot * sinceLastMs) / 1000);
      nodes.reset();
      for (const { outcome } of plan.nodes) nodes.inc({ outcome });
    },
    ended({ spec: { mode }, status }: PodMigration) {
      if (status === undefined) return;
      const { phase: outcome, history, predicted, measured } = status;
      moves.inc({ outcome, mode, reason: history?.at(-1)?.reason ?? '' });
      observeErrors('source', predicted?.source, measured?.source);
      observeErrors('target', predicted?.target, measured?.target);
    },
  };

  function observeErrors(end: 'source' | 'target', foretold: StringMap = {}, found: StringMap = {}): void {
    for (const [signal, ratio] of Object.entries(foretold)) {
      if (Object.hasOwn(found, signal)) missed.observe({ end, signal }, Number(found[signal]) - Number(ratio));
    }
  }
}
