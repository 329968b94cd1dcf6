import { planRelocations } from '#decisions/rescheduling/plan-relocations.ts';
import { stayReasons } from '#decisions/rescheduling/stay-reasons.ts';
import type { Measures, Suite } from '../measure.ts';
import { largeCluster } from '../planner/large-cluster.ts';

const NODES = 5000;
const HOT = 50;

export const suite: Suite = {
  about: 'one pass over 5,000 nodes and 150,000 pods, 50 nodes hot: forecast, plan, and why the rest stays',
  run(say): Promise<Measures> {
    const cluster = largeCluster(NODES, HOT);
    say('a day was learnt');
    const seconds = [1, 2, 3].map(() => {
      const startedAt = performance.now();
      const plan = planRelocations(cluster.problem());
      const reasons = stayReasons(plan);
      const took = (performance.now() - startedAt) / 1000;
      say(`${took.toFixed(3)} s: ${plan.relocations.length} relocations, reasons for ${reasons.length} nodes`);
      return took;
    });
    return Promise.resolve({
      'plan-150k-seconds': { value: seconds.toSorted((a, b) => a - b)[1]!, unit: 's', goal: '< 1' },
      'plan-150k-memory': { value: process.memoryUsage.rss() / 1e6, unit: 'MB', goal: '< 400' },
    });
  },
};
