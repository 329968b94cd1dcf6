import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { judgeAll, type NodeJudgement } from './judge-all.ts';
import type { Profile } from './profile.ts';
import { type Instant, keepsItsName, possibleLabels, replacementOf, supposeReplaced } from './replacement.ts';

const NOWHERE: ReadonlySet<string> = new Set();

/**
 * Where the scheduler would put the pod that is made in place of this one, were it evicted and nobody had a say: of
 * equals all. It is looked at while the old one still ends; where there is no room then, or it is made only later, once
 * that is gone. Empty where it would go nowhere.
 */
export function whereWouldItGo(view: ClusterView, pod: PlacedPod, profile: Profile): ReadonlySet<string> {
  const replacement = replacementOf(pod, possibleLabels(pod)[0]!);
  const bestAt = (instant: Instant): ReadonlySet<string> =>
    supposeReplaced(view, { pod, replacement }, instant, () => bestOf(judgeAll(view, replacement, profile).nodes));
  const atOnce = keepsItsName(pod) ? NOWHERE : bestAt('ending');
  return atOnce.size > 0 ? atOnce : bestAt('gone');
}

function bestOf(nodes: readonly NodeJudgement[]): ReadonlySet<string> {
  const fitting = nodes.filter(({ verdict }) => verdict.kind === 'fits');
  const totals = fitting.map(({ scores }) => scores.reduce((sum, { score, weight }) => sum + score * weight, 0));
  const best = Math.max(...totals);
  return new Set(fitting.filter((_, place) => totals[place] === best).map(({ nodeName }) => nodeName));
}
