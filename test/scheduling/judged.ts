import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { engineJudge } from './engine-judge.ts';
import type { ProfileArgs, World, WorldObjects } from './world.ts';

interface Situation extends Partial<WorldObjects> {
  readonly nodes: readonly Node[];
  readonly dialect?: NonNullable<World['dialect']>;
  readonly args?: ProfileArgs;
}

const judge = ({ dialect = '1.37', args = {}, ...objects }: Situation, probe: Pod): ReturnType<typeof engineJudge>[0] =>
  engineJudge({ id: 'by hand', dialect, args, objects: { pods: [], ...objects }, probes: [probe] })[0]!;

/** What each node says to a pod: `fits`, or its reasons. Before any node was looked at: under the name `*`. */
export function judged(situation: Situation, probe: Pod): Record<string, string> {
  const { preFilter, nodes } = judge(situation, probe);
  if (preFilter !== undefined) return { '*': preFilter.reasons.join(', ') };
  const words = Object.entries(nodes).map(([name, verdict]) => [
    name,
    verdict.kind === 'rejected' ? verdict.reasons.join(', ') : verdict.kind,
  ]);
  return Object.fromEntries(words) as Record<string, string>;
}

/** What each node that fits scores with one plugin, 0 to 100. */
export function scored(situation: Situation, probe: Pod, plugin: string): Record<string, number> {
  return { ...judge(situation, probe).scores?.[plugin]?.normalised };
}
