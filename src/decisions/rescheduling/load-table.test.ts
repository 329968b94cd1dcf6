import { expect, test } from 'vitest';
import { aProblem, type NamedProblem, type ProblemPod } from '#test/support/a-relocation-problem.ts';
import { PlanState } from './plan-state.ts';
import { relocationDefaults, type RelocationOptions } from './relocation-options.ts';
import type { RelocationProblem } from './relocation-problem.ts';

const DAY_MINUTES = 24 * 60;

const onOneNode = (...pods: readonly Omit<ProblemPod, 'on'>[]): NamedProblem =>
  aProblem(
    [{ name: 'n1', cores: 10 }],
    pods.map((pod): ProblemPod => Object.assign({ on: 'n1' }, pod)),
  );

const risk = (problem: RelocationProblem, options: Partial<RelocationOptions> = {}): number =>
  new PlanState(problem, { ...relocationDefaults, ...options }).risk(0);

function known(
  named: NamedProblem,
  { siblings, learntMs }: { siblings: boolean; learntMs: number },
): RelocationProblem {
  const [cpu] = named.problem.resources;
  const owner = siblings ? new Int32Array(named.pods.length) : cpu!.outlook.owner;
  return { ...named.problem, resources: [{ ...cpu!, outlook: { ...cpu!.outlook, owner, learntMs } }] };
}

test('siblings on one node are the riskier the less has been learnt; strangers are not', () => {
  const named = onOneNode({ name: 'p', uses: 3, wanders: 0.4 }, { name: 'q', uses: 3, wanders: 0.4 });
  const riskOf = (siblings: boolean, hours: number): number =>
    risk(known(named, { siblings, learntMs: hours * 3_600_000 }));
  expect(riskOf(true, 0)).toBeGreaterThan(2 * riskOf(true, 24));
  expect(riskOf(true, 24)).toBeGreaterThan(riskOf(true, 24 * 7));
  expect(riskOf(false, 0)).toBe(riskOf(false, 24 * 7));
});

test('an hour counts the more the further ahead it is, all hours together a day', () => {
  const busyAt = (hour: number): readonly number[] => Array.from({ length: 24 }, (_, at) => (at === hour ? 9 : 1));
  const [near, far] = [0, 23].map((hour) => risk(onOneNode({ name: 'p', uses: busyAt(hour) }).problem));
  expect(far! / near!).toBeCloseTo(Math.exp(23 / relocationDefaults.lastingHours), 9);
  const all = onOneNode({ name: 'p', uses: Array.from({ length: 24 }, () => 9) }).problem;
  expect(risk(all)).toBeCloseTo(DAY_MINUTES, 9);
  expect(risk(all, { lastingHours: Number.POSITIVE_INFINITY })).toBeCloseTo(DAY_MINUTES, 9);
});
