import { backtestFault } from '#app/backtest/faults.ts';
import { HistoryBuilder } from '#app/backtest/history-builder.ts';
import { unknownRemarks } from '#app/backtest/history-remarks.ts';
import type { Config } from '#app/config/schema.ts';
import { objectSchemas } from '#app/record/object-schemas.ts';
import { TORN } from '#app/record/plan-recording.ts';
import { noApiFaults } from '#simulation/world/edges/api-faults.ts';
import { metricsPipeline } from '#simulation/world/nodes/scrapes.ts';
import { worldTimes } from '#simulation/world/world-times.ts';
import type { WorldSpec } from '#simulation/world/world-spec.ts';
import { looksIn } from '#sources/recording/read-recording.ts';
import { ScriptBuilder } from './script-builder.ts';

export interface RecordedWorld {
  readonly spec: WorldSpec;
  readonly lastsMs: number;
  readonly remarks: readonly string[];
}

/** The cluster of a recording as a world. `file` is the name that people know the bytes by. */
export function worldOfRecording(bytes: Buffer, file: string, config: Config, seed: number): RecordedWorld {
  const histories = new HistoryBuilder(config);
  const scripts = new ScriptBuilder();
  const { isTorn } = looksIn(bytes, file, {
    objects: objectSchemas,
    take: (look, session) => {
      histories.take(look, session);
      scripts.take(look);
    },
  });
  const history = histories.history();
  const lastsMs = history.steps * history.stepMs;
  if (history.steps < 2)
    throw backtestFault('backtest/too-short', `running ${file}: it knows almost nothing of what pods used`);
  const { script, courses } = scripts.story(history);
  const spec: WorldSpec = {
    seed,
    startsAt: history.fromMs,
    nodes: [],
    workloads: [],
    courses,
    scheduler: 'default',
    // what is replayed is no matter of chance
    times: { ...worldTimes, jitter: 0 },
    pipeline: metricsPipeline,
    faults: noApiFaults,
    watchLagMs: 50,
    deeds: [],
    recorded: script,
  };
  return { spec, lastsMs, remarks: [...(isTorn ? [TORN] : []), ...unknownRemarks(history)] };
}
