import { namespaceIn, type NamespaceFlags } from '#app/flags/cluster-flags.ts';
import { structured } from '#app/flags/output-format.ts';
import { paintFor, type Terminal } from '#app/terminal.ts';
import { instantText } from '#load/instant.ts';
import { type PodLoad, type PodOrder, podRows } from '#views/top/pod-rows.ts';
import { podTable } from '#views/top/pod-table.ts';
import { itemsOf, listCluster } from './cluster-lists.ts';
import { lookFault } from './faults.ts';
import { lookAtLoad, needLoad } from './look-at-load.ts';
import { remarksOn } from './look-remarks.ts';
import { withCluster } from './open-cluster.ts';
import { sayObserving, sayRemarks } from './say.ts';
import type { TopAsk } from './top-nodes.ts';

export interface TopPodsAsk extends TopAsk {
  readonly namespaces: NamespaceFlags;
  readonly order: PodOrder;
}

/** Prints what pods really use beside their requests and limits. */
export async function topPods(ask: TopPodsAsk, terminal: Terminal): Promise<void> {
  await withCluster(ask.opening, terminal, async (cluster) => {
    const namespace = namespaceIn(ask.namespaces, cluster.namespace);
    const lists = await listCluster(cluster.client, { namespace, signal: cluster.signal });
    if (lists.pods.kind === 'forbidden') throw lists.pods.fault;
    const { observeForMs, order } = ask;
    const look = await lookAtLoad(cluster, lists, { pods: 'asked', observeForMs, observing: sayObserving(terminal) });
    needLoad(look);
    const remarks = remarksOn(look, lists);
    sayRemarks(terminal, remarks);
    const { dialect } = lists.dialect;
    const rows = chosen(podRows({ view: look.view, pods: itemsOf(lists.pods), dialect, order }), namespace);
    terminal.stdout.write(printed(rows, { now: look.view.now, namespace, remarks }));
  });

  function chosen(rows: readonly PodLoad[], namespace: string | undefined): readonly PodLoad[] {
    const { name } = ask;
    if (name === undefined) return rows;
    const found = rows.filter((row) => row.name === name);
    if (found.length > 0) return found;
    const where = namespace === undefined ? 'any namespace' : `namespace ${namespace}`;
    throw lookFault('look/no-such-object', `looking for pod ${name} in ${where}: there is none of that name`);
  }

  function printed(pods: readonly PodLoad[], { now, namespace, remarks }: Printed): string {
    const { format, headers } = ask;
    if (format === 'json' || format === 'yaml') return structured({ at: instantText(now), pods, remarks }, format);
    const width = format === 'wide' ? 'wide' : 'narrow';
    const namespaces = namespace === undefined ? 'told' : 'untold';
    return podTable(pods, { width, namespaces }, { headers, paint: paintFor(terminal.stdout, terminal.env) });
  }
}

interface Printed {
  readonly now: number;
  readonly namespace: string | undefined;
  readonly remarks: readonly string[];
}
