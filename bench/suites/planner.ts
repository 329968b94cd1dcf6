import { dialectOf } from '#api/dialect.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { planDefaults } from '#decisions/rescheduling/plan-options.ts';
import { foreseenPods, useNow } from '#decisions/rescheduling/problem/foreseen-pods.ts';
import { planRelocations } from '#decisions/rescheduling/relocations/plan-relocations.ts';
import { stayReasons } from '#decisions/rescheduling/relocations/stay-reasons.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { Measures, Suite } from '../measure.ts';
import { largeCluster } from '../planner/large-cluster.ts';
import { seenCluster } from '../planner/seen-cluster.ts';

const NODES = 5000;
const HOT = 50;
const RUNS = 3;

export const suite: Suite = {
  about:
    'one pass over 5,000 nodes and 150,000 pods, 50 nodes hot: the choice alone, and all of it from a look at the cluster',
  run(say): Promise<Measures> {
    const choice = theChoice(say);
    const memory = process.memoryUsage.rss() / 1e6;
    const whole = theWhole(say);
    return Promise.resolve({
      'plan-150k-seconds': { value: choice.seconds, unit: 's', goal: '< 1' },
      // other work on the machine makes seconds longer, not these
      'plan-150k-cpu-seconds': { value: choice.cpuSeconds, unit: 's', goal: '< 1' },
      'plan-150k-memory': { value: memory, unit: 'MB', goal: '< 400' },
      'foresee-150k-seconds': { value: whole.foreseen.seconds, unit: 's' },
      'pass-150k-seconds': { value: whole.planned.seconds, unit: 's' },
      'pass-150k-cpu-seconds': { value: whole.planned.cpuSeconds, unit: 's' },
    });
  },
};

type Say = (line: string) => void;

/** Forecast, plan, and why the rest stays, of what is known of nodes and pods already. */
function theChoice(say: Say): Took {
  const cluster = largeCluster(NODES, HOT);
  say('a day was learnt');
  return median(
    Array.from({ length: RUNS }, () => {
      const { made, took } = timed(() => {
        const plan = planRelocations(cluster.problem());
        return { moves: plan.relocations.length, told: stayReasons(plan).length };
      });
      say(`the choice: ${took.seconds.toFixed(3)} s: ${made.moves} relocations, reasons for ${made.told} nodes`);
      return took;
    }),
  );
}

/** What a pass does: what is seen is learnt, and planned on. */
function theWhole(say: Say): { readonly foreseen: Took; readonly planned: Took } {
  const seen = seenCluster(NODES, HOT);
  const { pods, load } = seen;
  const profile = defaultProfile(dialectOf('37').dialect);
  const keeper = new ForecastKeeper();
  const steps = 12;
  for (let step = 0; step < steps; step++) {
    const at = load.now - (steps - step) * forecastDefaults.stepMs;
    const described = foreseenPods(pods, seen).map(({ foreseen }) => foreseen);
    keeper.learn(described, [{ ...useNow(pods, load), at }]);
  }
  say('an hour was learnt');
  let spent: ForecastKeeper | undefined;
  const runs = Array.from({ length: RUNS }, () => {
    const foreseen = timed(() => {
      spent = keeper.copy(spent);
      spent.learn(
        foreseenPods(pods, seen).map((each) => each.foreseen),
        [useNow(pods, load)],
      );
      return spent.forecast(load.now);
    });
    const planned = timed(() =>
      planMigrations(
        { ...seen, forecast: foreseen.made, migrations: [], rules: [], foretold: () => 0b1111 },
        { ...planDefaults, surgeRight: 'held', profile },
      ),
    );
    const { moves, nodes } = planned.made;
    say(
      `the whole: foreseen in ${foreseen.took.seconds.toFixed(3)} s, planned in ${planned.took.seconds.toFixed(3)} s: ` +
        `${moves.length} moves, ${nodes.length} nodes told of`,
    );
    return { foreseen: foreseen.took, planned: planned.took };
  });
  return { foreseen: median(runs.map((run) => run.foreseen)), planned: median(runs.map((run) => run.planned)) };
}

interface Took {
  readonly seconds: number;
  readonly cpuSeconds: number;
}

function timed<Made>(make: () => Made): { readonly made: Made; readonly took: Took } {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  const made = make();
  const { user, system } = process.cpuUsage(before);
  return { made, took: { seconds: (performance.now() - startedAt) / 1000, cpuSeconds: (user + system) / 1e6 } };
}

function median(runs: readonly Took[]): Took {
  const of = (what: keyof Took): number =>
    runs.map((run) => run[what]).toSorted((a, b) => a - b)[Math.floor(runs.length / 2)]!;
  return { seconds: of('seconds'), cpuSeconds: of('cpuSeconds') };
}
