import type { ReplayDecider, ReplayPolicy } from '#simulation/replay/policy.ts';

/** What a policy's decisions took, all replays together. */
export interface DecisionTime {
  decisions: number;
  totalMs: number;
  longestMs: number;
}

/** The same policy with a stopwatch on its decisions. */
export function timedPolicy(policy: ReplayPolicy, time: DecisionTime): ReplayPolicy {
  const timed = <T>(decide: () => T): T => {
    const startedAt = performance.now();
    const decided = decide();
    const tookMs = performance.now() - startedAt;
    time.decisions++;
    time.totalMs += tookMs;
    time.longestMs = Math.max(time.longestMs, tookMs);
    return decided;
  };
  return {
    name: policy.name,
    begin(cluster): ReplayDecider {
      const decider = policy.begin(cluster);
      return {
        decide: (step, use, placement) => timed(() => decider.decide(step, use, placement)),
        ...(decider.place && { place: decider.place.bind(decider) }),
      };
    },
  };
}
