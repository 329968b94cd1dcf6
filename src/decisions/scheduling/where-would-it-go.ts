import type { Pod } from '#api/kubernetes/pod.ts';
import { BitSet } from '#base/bit-set.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { errorIn, judgeRows, scoreRows } from './judge-rows.ts';
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
    supposeReplaced(view, { pod, replacement }, instant, () => bestFor(replacement, view, profile));
  const atOnce = keepsItsName(pod) ? NOWHERE : bestAt('ending');
  return atOnce.size > 0 ? atOnce : bestAt('gone');
}

/** The nodes of the highest score; where nothing is scored, all that fit. In the order kube-scheduler walks them. */
function bestFor(pod: Pod, view: ClusterView, profile: Profile): ReadonlySet<string> {
  const judged = judgeRows(view, pod, profile);
  const { list, count } = judged.feasible;
  if (count === 0) return NOWHERE;
  const fitting = list.slice(0, count);
  const scoring = count > 1 && errorIn(judged) === undefined ? scoreRows(judged, view, profile) : undefined;
  const totals = scoring !== undefined && 'totals' in scoring ? scoring.totals : undefined;
  const most = totals === undefined ? 0 : fitting.reduce((best, row) => Math.max(best, totals[row]!), -Infinity);
  const best = new BitSet(view.nodes.capacity);
  for (const row of fitting) if (totals === undefined || totals[row] === most) best.add(row);
  const rows = view.rowsInOrder().filter((row) => best.has(row));
  return new Set(rows.map((row) => view.nodes.nameOf(row)));
}
