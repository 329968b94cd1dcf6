import { structured } from '#app/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import { Fault } from '#base/fault.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { explainNode as explained, type ExplainNodeInput } from '#views/explain-node.ts';
import type { NodeExplanation } from '#views/node-explanation.ts';
import { nodeExplanationText } from '#views/node-explanation-text.ts';
import { nodeRows } from '#views/node-rows.ts';
import { rosterOf, type ClusterLists } from './cluster-lists.ts';
import type { ExplainAsk } from './explain-pod.ts';
import { lookFault } from './faults.ts';
import { type KnownCluster, knowCluster } from './known-cluster.ts';
import { lookAtLoad, needLoad } from './look-at-load.ts';
import { remarksOn } from './look-remarks.ts';
import { type OpenCluster, withCluster } from './open-cluster.ts';
import { sayRemarks } from './say.ts';

/** Prints what lies on a node, what of it is really used, and what keeps more from coming. */
export async function explainNode({ opening, format, name }: ExplainAsk, terminal: Terminal): Promise<void> {
  await withCluster(opening, terminal, async (cluster) => {
    const known = await knowCluster(cluster);
    const row = known.store.view().nodes.rowOf(name);
    if (row === undefined)
      throw lookFault('look/no-such-object', `looking for node ${name}: there is none of that name`);
    const { load, remarks: ofLoad } = await loadOf(name, known, cluster);
    const { store, pods, dialect, unread } = known;
    const view = store.view();
    const told = explained({ view, row, profile: defaultProfile(dialect.dialect), dialect, unread, pods, load });
    const remarks = [...known.remarks, ...ofLoad];
    sayRemarks(terminal, remarks);
    terminal.stdout.write(printed(told, remarks));
  });

  function printed(told: NodeExplanation, remarks: readonly string[]): string {
    if (format === 'json' || format === 'yaml') return structured({ ...told, remarks }, format);
    const width = format === 'wide' ? 'wide' : 'narrow';
    return nodeExplanationText(told, { width, paint: paintFor(terminal.stdout, terminal.env) });
  }
}

interface SeenLoad {
  readonly load: ExplainNodeInput['load'];
  readonly remarks: readonly string[];
}

/** What is really used; without any source the rest is answered all the same. */
async function loadOf(
  name: string,
  { nodes, pods, version, dialect }: KnownCluster,
  cluster: OpenCluster,
): Promise<SeenLoad> {
  const lists: ClusterLists = {
    nodes: { kind: 'listed', items: nodes },
    pods: { kind: 'listed', items: pods },
    version,
    dialect,
  };
  const look = await lookAtLoad(cluster, lists, { pods: 'asked', observeForMs: 0, observing: () => undefined });
  try {
    needLoad(look);
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    return { load: undefined, remarks: [`what is used is not known: ${thrown.message}; ${thrown.remedy}`] };
  }
  const { view, asked } = look;
  const facts = new Map(rosterOf(lists, view.now).nodes.map((node) => [node.name, node]));
  const rows = nodeRows({ view, facts, requests: undefined, signals: asked });
  const node = rows.find((row) => row.name === name) ?? null;
  return { load: { view, node }, remarks: remarksOn(look, lists) };
}
