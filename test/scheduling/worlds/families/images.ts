import type { Family, Writable } from '../draft.ts';
import type { ContainerImage } from '#api/kubernetes/node.ts';
import type { Draw } from '../draw.ts';

const MI = 2 ** 20;
const names = [
  'registry.example/a:1',
  'registry.example/a',
  'registry.example/a:latest',
  'registry.example:5000/b',
  'registry.example:5000/b:latest',
  'c@sha256:1111111111111111111111111111111111111111111111111111111111111111',
  'd',
];

/** Images that nodes have already, in sizes that matter and sizes that do not. */
export const images: Family = {
  name: 'images',
  add(draft, draw) {
    const sizeOf = sizing(draw);
    for (const node of draft.objects.nodes)
      node.status!.images = draw.many(draw.whole(0, 4), () => image(sizeOf, draw));
    for (const probe of draft.probes) {
      for (const container of [...probe.spec.containers, ...(probe.spec.initContainers ?? [])]) {
        container.image = draw.pick(names);
      }
      if (draw.chance(0.3)) probe.spec.volumes = [...(probe.spec.volumes ?? []), imageVolume(draw)];
      if (draw.chance(0.3)) probe.spec.containers.push({ name: 'more', image: draw.pick(names), resources: {} });
    }
  },
};

const sizes = [MI, 23 * MI, 24 * MI, 250 * MI, 800 * MI, 1000 * MI, 3072 * MI];

/** An image has one size, but for worlds with nodes of two architectures. */
function sizing(draw: Draw): (name: string) => number {
  if (draw.chance(0.1)) return () => draw.pick(sizes);
  const settled = new Map(names.map((name) => [name, draw.pick(sizes)]));
  return (name) => settled.get(name)!;
}

function image(sizeOf: (name: string) => number, draw: Draw): Writable<ContainerImage> {
  const name = draw.pick(names);
  return { names: draw.chance(0.5) ? [name] : [name, `${name}-too`], sizeBytes: sizeOf(name) };
}

const imageVolume = (draw: Draw) => ({ name: 'artefact', image: { reference: draw.pick(names) } });
