import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Measures, Suite } from '../measure.ts';
import { type DecisionBench, decisionsPerSecond } from '../scheduling/decisions.ts';
import { openb } from '../scheduling/openb.ts';
import { atTheLimits } from '../scheduling/what-if.ts';
import { withDisk, withDisksFor } from '../scheduling/volumes.ts';
import { affinity, antiAffinity, basic, spread, unique } from '../scheduling/workloads.ts';

const benches: Readonly<Record<string, DecisionBench>> = {
  'basic-5k': { nodes: 5000, present: 2000, count: 40_000, workload: basic, goal: '>= 20000', kubeScheduler: 173 },
  'unique-5k': { nodes: 5000, present: 2000, count: 10_000, workload: unique, goal: '>= 4000' },
  'basic-15k': { nodes: 15_000, present: 2000, count: 40_000, workload: basic, goal: '>= 8000' },
  'affinity-5k': { nodes: 5000, present: 5000, count: 5000, workload: affinity, goal: '>= 2000', kubeScheduler: 53 },
  // a pod a node: half of them are there before, the rest find ever fewer nodes
  'anti-affinity-5k': {
    nodes: 5000,
    present: 2000,
    count: 2900,
    workload: antiAffinity,
    goal: '>= 2000',
    kubeScheduler: 73,
  },
  'volumes-5k': {
    nodes: 5000,
    present: 2000,
    count: 1000,
    workload: withDisk,
    furnish: (store, pods) => withDisksFor(store, 5000, pods),
  },
  'spread-5k': { nodes: 5000, present: 5000, count: 5000, workload: spread, goal: '>= 2000', kubeScheduler: 54 },
};

export const suite: Suite = {
  about: 'decisions in memory: every node looked at and scored, all default plugins, by the time of the one thread',
  async run(say): Promise<Measures> {
    setFlagsFromString('--expose-gc');
    globalThis.gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    const limits = atTheLimits();
    say('the largest cluster weighed');
    const measures: Record<string, Measures[string]> = {};
    for (const [name, bench] of Object.entries(benches)) {
      measures[name] = decisionsPerSecond(bench);
      say(`${name}: ${measures[name].value.toFixed(0)} decisions/s`);
    }
    return { ...measures, ...limits, ...openb() };
  },
};
