import { structured } from '#app/flags/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { explainNode as explained, type ExplainNodeInput } from '#views/explain/explain-node.ts';
import type { NodeExplanation } from '#views/explain/node-explanation.ts';
import { nodeExplanationText } from '#views/explain/node-explanation-text.ts';
import { nodeRows } from '#views/top/node-rows.ts';
import { rosterOf } from './cluster-lists.ts';
import type { ExplainAsk } from './explain-pod.ts';
import { lookFault } from './faults.ts';
import { houseNow } from './house-now.ts';
import { knowCluster } from './known-cluster.ts';
import { remarksOn } from './look-remarks.ts';
import { withCluster } from './open-cluster.ts';
import type { PlannedNow } from './plan-now.ts';
import { sayRemarks } from './say.ts';

/** Prints what lies on a node, what of it is really used, and what keeps more from coming. */
export async function explainNode({ opening, format, name }: ExplainAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    const known = await knowCluster(cluster);
    const row = known.store.view().nodes.rowOf(name);
    if (row === undefined)
      throw lookFault('look/no-such-object', `looking for node ${name}: there is none of that name`);
    const { house, planned, remarks: ofHouse, unseen } = await houseNow(cluster, known);
    const load = planned === undefined ? undefined : loadOf(name, planned);
    const ofLoad = planned === undefined ? [] : remarksOn(planned.look, planned.lists);
    const { store, pods, dialect, unread } = known;
    const view = store.view();
    const told = explained({ view, row, profile: defaultProfile(dialect.dialect), dialect, unread, pods, load, house });
    const remarks = [...new Set([...known.remarks, ...ofHouse, ...unseen, ...ofLoad])];
    sayRemarks(terminal, remarks);
    terminal.stdout.write(printed(told, remarks));
  });

  function printed(told: NodeExplanation, remarks: readonly string[]): string {
    if (format === 'json' || format === 'yaml') return structured({ ...told, remarks }, format);
    const width = format === 'wide' ? 'wide' : 'narrow';
    return nodeExplanationText(told, { width, paint: paintFor(terminal.stdout, terminal.env) });
  }
}

/** What is really used; without any source the rest is answered all the same. */
function loadOf(name: string, { look, lists }: PlannedNow): ExplainNodeInput['load'] {
  const { view, asked } = look;
  const facts = new Map(rosterOf(lists, view.now).nodes.map((node) => [node.name, node]));
  const rows = nodeRows({ view, facts, requests: undefined, signals: asked });
  return { view, node: rows.find((row) => row.name === name) ?? null };
}
