import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dialectOf } from '#api/dialect.ts';
import type { ExpectedChange, MigrationPlan } from '#decisions/rescheduling/plan/migration-plan.ts';
import { planMigrations } from '#decisions/rescheduling/plan-migrations.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { signalFateText } from '#views/plan/signal-fate-text.ts';
import { readStory, type Step, writeStory } from './read-story.ts';
import { type StoryWorld, storyWorld } from './story-world.ts';

const folder = import.meta.dirname;
const profile = defaultProfile(dialectOf('37').dialect);

const percent = (share: number): string => `${Math.round(share * 100)}%`;

function change(node: string, { before, after }: ExpectedChange): string {
  const cpu = (loads: ExpectedChange['before']): string => percent(loads.find((one) => one.resource === 'cpu')!.now);
  return `${node} ${cpu(before)} to ${cpu(after)}`;
}

/** What a plan says, a line a move, a line a node, a line a pod that stays. */
function told({ moves, nodes, sight, unseen }: MigrationPlan): string {
  const lines = [
    ...(sight === 'blind' ? ['blind: too few nodes are seen'] : []),
    ...unseen.map((node) => `unseen ${node}`),
    ...moves.map(
      ({ pod, from, to, reason, source, target, together }) =>
        `move ${pod.name} ${from} -> ${to} (${together}) because ${reason}; ${change(from, source)}, ${change(to, target)}`,
    ),
    ...nodes.flatMap(({ node, outcome, hotBeyondPods, stays }) => [
      [`node ${node} ${outcome}`, ...hotBeyondPods.map(signalFateText)].join('; '),
      ...stays.map(
        ({ pod, reason, freedBy }) =>
          `keep ${pod.name} on ${node} because ${reason}${freedBy === undefined ? '' : `; to free it: ${freedBy}`}`,
      ),
    ]),
  ];
  return lines.length === 0 ? 'nothing' : lines.join('\n');
}

const planOf = ({ view, options }: StoryWorld): string => told(planMigrations(view, { ...options, profile }));

/** Plays the commands one after the other; each answers. */
function played(steps: readonly Step[]): readonly Step[] {
  let told: readonly string[] = [];
  return steps.map((step) => {
    switch (step.command) {
      case 'cluster':
        told = step.lines;
        return { ...step, answer: 'ok' };
      case 'plan': {
        const answer = planOf(storyWorld(told));
        expect(planOf(storyWorld(told.toReversed())), 'the order of input is no matter').toBe(answer);
        return { ...step, answer };
      }
      default:
        throw new Error(`${step.command}: no story has such a command`);
    }
  });
}

// `vitest -u` writes the answers anew: read the difference before you keep it
test.for(globSync('*.txt', { cwd: folder }).toSorted())('%s', async (name) => {
  const path = join(folder, name);
  const { title, steps } = readStory(readFileSync(path, 'utf8'));
  expect(steps.length).toBeGreaterThan(1);
  await expect(writeStory(title, played(steps))).toMatchFileSnapshot(path);
});
