import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { judgeRows } from './judge-rows.ts';
import type { Profile } from './profile.ts';
import { readingsFor } from './readings.ts';
import { type Instant, keepsItsName, possibleLabels, replacementOf, supposeReplaced } from './replacement.ts';
import type { Verdict } from './verdict.ts';
import { OK } from './verdict-book.ts';
import { hindrance } from './where-could-it-go.ts';

/** Of a node that fits. */
export const FITTING = 0;

/**
 * What `whereCouldItGo` says of nodes, as a column by row: for who asks of many pods and only wants to know which nodes fit.
 * `FITTING`, or what `codeOf` (1 to 255) makes of the verdict. Undefined where evicting it would move it nowhere.
 */
export function rowsWhereItCouldGo(
  view: ClusterView,
  pod: PlacedPod,
  profile: Profile,
  codeOf: (verdict: Verdict) => number,
): Uint8Array | undefined {
  if (hindrance(view, pod) !== undefined) return undefined;
  const codes = new Uint8Array(view.nodes.capacity);
  const rows = view.nodes.all();
  const readings = readingsFor(pod.shape.spec, view, profile);
  const replacements = possibleLabels(pod).map((labels) => replacementOf(pod, labels));
  const instants: readonly Instant[] = keepsItsName(pod) ? ['gone'] : ['gone', 'ending'];
  for (const instant of instants)
    for (const replacement of replacements)
      for (const { view: read, profile: by } of readings)
        supposeReplaced(read, { pod, replacement }, instant, () => {
          const { refused, verdicts, sheets } = judgeRows(read, replacement, by);
          const known: number[] = [FITTING];
          for (const row of rows) {
            const verdict = refused ?? verdicts[row]!;
            if (verdict !== OK && codes[row] === FITTING)
              codes[row] = known[verdict] ??= codeOf(sheets.book.read(verdict));
          }
        });
  return codes;
}
