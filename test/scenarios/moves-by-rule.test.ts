import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import { proposalOf } from '#decisions/rescheduling/plan/proposal.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { storyWorld } from './story-world.ts';

const profile = defaultProfile(dialectOf('37').dialect);

/** What each move of a plan is for, as its migration will say, and the signals that are predicted of its source. */
function proposedOn(lines: readonly string[]) {
  const { view, options } = storyWorld(lines);
  const plan = planMigrations(view, { ...options, profile });
  return plan.moves.map((move) => {
    const { spec } = proposalOf(move, plan, { now: plan.now, deadlineMs: 60_000, mode: 'Auto' }, 0);
    return { cause: spec.planned?.for, predicted: spec.planned?.predicted.source };
  });
}

test('a move that a rule wants is told as that, though its node is hot: that the node cools by cpu is no reason to drop it', () => {
  const proposed = proposedOn([
    'node a cpu=4 latency=640',
    'node b cpu=4 latency=120',
    'pod web-1 on a requests=500m uses=400m owner=web',
    'pod log on b requests=500m uses=800m',
    'node-rule web for=web max-latency=300ms',
    'rule surge=held',
  ]);
  expect(proposed).toEqual([{ cause: 'Ruled', predicted: { cpu: '0.000', memory: '0.194' } }]);
});

test('a move for load says what load it leads one to expect: by that it is judged', () => {
  const proposed = proposedOn([
    'node a cpu=4 load-average=1.6',
    'node b cpu=4 load-average=0.2',
    'pod web on a requests=500m uses=500m',
    'pod api on a requests=500m uses=2000m',
    'pod log on b requests=500m uses=100m',
  ]);
  expect(proposed.map(({ cause, predicted }) => [cause, predicted?.['cpu'], predicted?.['load']])).toEqual([
    ['Hot', '0.500', '1.280'],
  ]);
});
