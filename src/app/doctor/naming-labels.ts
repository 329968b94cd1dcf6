import type { Config } from '#app/config/schema.ts';
import { prometheusOptionsOf } from '#app/prometheus-options.ts';
import { nodeIndexOf } from '#load/gathering/node-index.ts';
import type { LiveNode } from '#load/live-node.ts';
import { PrometheusClient } from '#sources/prometheus/http/client.ts';
import { askLabelled } from '#sources/prometheus/look-around.ts';

/** Series that there is one of a node, whoever exports it. */
const ONE_A_NODE = 'topk(5, {__name__=~"node_load1|windows_os_info|node_uname_info"})';

/** The labels of series in Prometheus whose values name live nodes: one of them could be declared. */
export async function namingLabels(
  { sources }: Config,
  nodes: readonly LiveNode[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { url } = sources.prometheus;
  if (url === undefined) return [];
  const client = new PrometheusClient(prometheusOptionsOf(sources.prometheus, url));
  const index = nodeIndexOf(nodes);
  try {
    const samples = await askLabelled(client, ONE_A_NODE, signal);
    const naming = samples.flatMap(({ labels }) =>
      Object.entries(labels).flatMap(([label, node]) => (index.find({ node }, 'node').kind === 'node' ? [label] : [])),
    );
    return [...new Set(naming)];
  } finally {
    client.close();
  }
}
