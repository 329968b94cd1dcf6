import { planetlabInstance } from '#simulation/replay/instances/planetlab.ts';
import type { ReplayPolicy } from '#simulation/replay/policy.ts';
import { runReplay } from '#simulation/replay/run-replay.ts';
import type { Measures } from '../measure.ts';
import { publishedNone } from './published.ts';
import { recordedDay, repositoryTraces } from '#app/recorded-load.ts';
import type { ReplayRow } from './rows.ts';

/** The suite's numbers: that the instances are the published ones, and what a day takes from file to outcome. */
export function replayMeasures(rows: readonly ReplayRow[], policy: ReplayPolicy): Measures {
  const published = Object.keys(publishedNone).length;
  const exact = rows.filter(isExact).length;
  return {
    'none-exact': { value: exact, unit: 'instances', goal: `= ${published}` },
    'day-seconds': { value: daySeconds(policy), unit: 's', goal: '< 2', peer: { name: 'CloudSim 4.0', value: 69 } },
  };
}

function isExact({ instance, policy, outcome }: ReplayRow): boolean {
  const published = publishedNone[instance];
  return policy === 'none' && published?.[0] === outcome.over80 && published[1] === outcome.over100;
}

/** The median of three. */
function daySeconds(policy: ReplayPolicy): number {
  const seconds = [1, 2, 3].map(() => {
    const startedAt = performance.now();
    const day = recordedDay(repositoryTraces, '20110303');
    runReplay(planetlabInstance('PL', day, { capacity: 8, requestRatio: 0.2, start: 'least-allocated' }), policy);
    return (performance.now() - startedAt) / 1000;
  });
  return seconds.toSorted((a, b) => a - b)[1]!;
}
