import type { OutputFormat } from '#app/flags/output-format.ts';
import { structured } from '#app/flags/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import type { Look } from '#controllers/look-once.ts';
import { instantText } from '#load/instant.ts';
import { type NodeLoad, nodeRows } from '#views/top/node-rows.ts';
import { requestsByNode } from '#views/top/node-requests.ts';
import { nodeTable } from '#views/top/node-table.ts';
import { nodeTotals, totalsText } from '#views/top/node-totals.ts';
import { type ClusterLists, listCluster, rosterOf } from './cluster-lists.ts';
import { lookFault } from './faults.ts';
import { lookAtLoad, needLoad } from './look-at-load.ts';
import { remarksOn } from './look-remarks.ts';
import { type Opening, withCluster } from './open-cluster.ts';
import { sayObserving, sayRemarks } from './say.ts';

export interface TopAsk {
  readonly opening: Opening;
  readonly format: OutputFormat;
  readonly headers: 'shown' | 'hidden';
  /** One by its name; absent: all. */
  readonly name: string | undefined;
  readonly observeForMs: number;
}

export interface TopNodesAsk extends TopAsk {
  readonly order: NodeOrder;
}

export type NodeOrder = 'pressure' | 'cpu' | 'memory' | 'name';

/** Prints what nodes really use beside what was asked for there. */
export async function topNodes(ask: TopNodesAsk, terminal: Terminal): Promise<void> {
  await withCluster(ask.opening, terminal, async (cluster) => {
    const lists = await listCluster(cluster.client, { signal: cluster.signal });
    if (lists.nodes.kind === 'forbidden') throw lists.nodes.fault;
    const { observeForMs } = ask;
    const look = await lookAtLoad(cluster, lists, {
      pods: 'not-asked',
      observeForMs,
      observing: sayObserving(terminal),
    });
    needLoad(look);
    const remarks = remarksOn(look, lists);
    sayRemarks(terminal, remarks);
    const rows = inOrder(chosen(rowsOf(look, lists), ask.name), ask.order);
    terminal.stdout.write(printed(rows, look, remarks));
  });

  function printed(nodes: readonly NodeLoad[], { view }: Look, remarks: readonly string[]): string {
    const { format, headers, name } = ask;
    if (format === 'json' || format === 'yaml')
      return structured({ at: instantText(view.now), nodes, totals: nodeTotals(nodes), remarks }, format);
    const width = format === 'wide' ? 'wide' : 'narrow';
    const text = nodeTable(nodes, width, { headers, paint: paintFor(terminal.stdout, terminal.env) });
    return headers === 'hidden' || name !== undefined ? text : `${text}\n${totalsText(nodeTotals(nodes))}`;
  }
}

function rowsOf({ view, asked }: Look, lists: ClusterLists): readonly NodeLoad[] {
  const facts = new Map(rosterOf(lists, view.now).nodes.map((node) => [node.name, node]));
  const requests = lists.pods.kind === 'listed' ? requestsByNode(lists.pods.items, lists.dialect.dialect) : undefined;
  return nodeRows({ view, facts, requests, signals: asked });
}

function chosen(rows: readonly NodeLoad[], name: string | undefined): readonly NodeLoad[] {
  if (name === undefined) return rows;
  const found = rows.filter((row) => row.name === name);
  if (found.length === 0)
    throw lookFault('look/no-such-object', `looking for node ${name}: there is none of that name`);
  return found;
}

/** They come by pressure. */
function inOrder(rows: readonly NodeLoad[], order: NodeOrder): readonly NodeLoad[] {
  switch (order) {
    case 'pressure':
      return rows;
    case 'cpu':
      return rows.toSorted((one, other) => (other.used.cpuCores ?? -1) - (one.used.cpuCores ?? -1));
    case 'memory':
      return rows.toSorted((one, other) => (other.used.memoryBytes ?? -1) - (one.used.memoryBytes ?? -1));
    case 'name':
      return rows.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}
