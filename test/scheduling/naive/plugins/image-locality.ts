import type { Node } from '#api/kubernetes/node.ts';
import type { NaivePlugin, Probe } from '../plugin.ts';

const mebibyte = 1024 * 1024;
const least = 23 * mebibyte;
const mostOfOne = 1000 * mebibyte;

/** Prefers nodes that have the pod's images, the more so the more nodes have them. */
export const imageLocality: NaivePlugin = {
  name: 'ImageLocality',
  planScore: (probe) => ({ kind: 'scores', score: (node) => scoreOf(node, probe) }),
};

function scoreOf(node: Node, probe: Probe): number {
  const { pod, dialect } = probe;
  const containers = [...(pod.spec.initContainers ?? []), ...pod.spec.containers].map((one) => one.image ?? '');
  const volumes = (pod.spec.volumes ?? []).flatMap((volume) => (volume.image ? [volume.image.reference ?? ''] : []));
  const images = dialect.imageVolumes === 'ignored' ? containers : [...containers, ...volumes];
  const count = dialect.imageVolumes === 'counted' ? images.length : containers.length;
  const sum = images.reduce((bytes, image) => bytes + spreadBytes(tagged(image), node, probe), 0);
  const most = mostOfOne * count;
  return Math.trunc((100 * (Math.min(Math.max(sum, least), most) - least)) / (most - least));
}

/** The size of an image the node has, times the share of nodes that have it. */
function spreadBytes(image: string, node: Node, { objects }: Probe): number {
  const holders = objects.nodes.filter((one) => sizeOn(one, image) !== undefined);
  if (!holders.includes(node)) return 0;
  // one size for all: that of the first node it was seen on
  return Math.trunc(sizeOn(holders[0]!, image)! * (holders.length / objects.nodes.length));
}

function sizeOn(node: Node, image: string): number | undefined {
  const found = node.status?.images?.find((one) => one.names?.includes(image));
  return found === undefined ? undefined : (found.sizeBytes ?? 0);
}

function tagged(image: string): string {
  return image.lastIndexOf(':') <= image.lastIndexOf('/') ? `${image}:latest` : image;
}
