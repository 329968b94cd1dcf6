import type { PodSpec } from '#api/kubernetes/pod.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { ImageSpread } from '#cluster/columns/image-index.ts';
import { divideWhole } from '../divide.ts';
import type { NodeScore, ScoreStep } from '../framework.ts';

const mebibyte = 2 ** 20;
const leastBytes = 23 * mebibyte;
const mostBytesPerImage = 1000 * mebibyte;

/** The images a pod names, and by how many their bytes are measured. */
function imagesOf(spec: PodSpec, view: ClusterView): { names: string[]; divisor: number } {
  const containers = [...(spec.initContainers ?? []), ...spec.containers].map(({ image = '' }) => image);
  const volumes = (spec.volumes ?? []).flatMap(({ image }) => (image === undefined ? [] : [image.reference ?? '']));
  const { imageVolumes } = view.dialect;
  if (imageVolumes === 'ignored') return { names: containers, divisor: containers.length };
  const names = [...containers, ...volumes];
  return { names, divisor: imageVolumes === 'counted' ? names.length : containers.length };
}

interface Weighed {
  readonly bytes: number;
  readonly rows: ImageSpread['rows'];
}

/** An image weighs less the fewer nodes have it, lest they alone be chosen for ever. */
function weighed(names: readonly string[], view: ClusterView): Weighed[] {
  const { images, size } = view.nodes;
  return names.flatMap((name) => {
    const spread = images.spreadOf(name);
    return spread === undefined
      ? []
      : [{ bytes: Math.trunc(spread.sizeBytes * (spread.rows.size / size)), rows: spread.rows }];
  });
}

/** Prefers nodes that have the pod's images already. */
export const imageLocality: NodeScore = {
  name: 'ImageLocality',
  reach: 'node',
  prepare({ shape: { spec } }, view): ScoreStep {
    const { names, divisor } = imagesOf(spec, view);
    const there = weighed(names, view);
    const mostBytes = mostBytesPerImage * divisor;
    const scoreOf = (bytes: number): number =>
      divideWhole(100 * (Math.min(Math.max(bytes, leastBytes), mostBytes) - leastBytes), mostBytes - leastBytes);
    if (there.length === 0) return { kind: 'alike', raw: 0 };
    return {
      kind: 'score',
      score({ list, count }, raw) {
        for (let at = 0; at < count; at++) {
          let sum = 0;
          for (const { bytes, rows } of there) if (rows.has(list[at]!)) sum += bytes;
          raw[list[at]!] = scoreOf(sum);
        }
      },
    };
  },
};
