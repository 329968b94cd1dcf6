import { expect, test } from 'vitest';
import type { Node } from '#api/kubernetes/node.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import type { World } from '../../world.ts';
import { aNode, aPod, scoresOf } from '../small-world.ts';

const mebibyte = 2 ** 20;

/** Ten nodes; so many of them have the image. */
function nodesWith(holders: number, names: readonly string[], sizeBytes: number): readonly Node[] {
  return Array.from({ length: 10 }, (_, index) =>
    aNode(
      `n${index}`,
      {},
      { status: { allocatable: { pods: '9' }, ...(index < holders && { images: [{ names, sizeBytes }] }) } },
    ),
  );
}

function firstScore(
  nodes: readonly Node[],
  images: readonly string[],
  volumes: readonly Volume[] = [],
  rest: Partial<World> = {},
): string {
  const containers = images.map((image, index) => ({ name: `c${index}`, image }));
  return scoresOf('ImageLocality', aPod('p', { containers, volumes }), { nodes }, rest).split(' ')[0]!;
}

const cases = [
  { name: 'A14: a small image that few have', holders: 2, size: 250 * mebibyte, images: ['app:1'], want: '2→2' },
  { name: 'A14: a great one that half have', holders: 5, size: 800 * mebibyte, images: ['app:1'], want: '38→38' },
  {
    name: 'A14: more than there are marks for',
    holders: 10,
    size: 3072 * mebibyte,
    images: ['app:1', 'app:1'],
    want: '100→100',
  },
  { name: 'another tag is another image', holders: 10, size: 800 * mebibyte, images: ['app:2'], want: '0→0' },
  { name: 'under the least it is nothing', holders: 10, size: 22 * mebibyte, images: ['app:1'], want: '0→0' },
];
for (const { name, holders, size, images, want } of cases) {
  test(`ImageLocality: ${name}`, () => expect(firstScore(nodesWith(holders, ['app:1'], size), images)).toBe(want));
}

test('ImageLocality: no tag means latest, and a port is no tag', () => {
  const nodes = nodesWith(10, ['host:5000/app:latest'], 1000 * mebibyte);
  expect(firstScore(nodes, ['host:5000/app'])).toBe('100→100');
});

test('ImageLocality: image volumes count since 1.36, and are divided by since 1.37', () => {
  const nodes = nodesWith(10, ['data:1'], 500 * mebibyte);
  const volumes = [{ name: 'v', image: { reference: 'data:1' } }];
  const score = (dialect: NonNullable<World['dialect']>): string => firstScore(nodes, ['app:1'], volumes, { dialect });
  expect([score('1.35'), score('1.36'), score('1.37')]).toEqual(['0→0', '48→48', '24→24']);
});

test('ImageLocality: one size for all, that of the first node that has it', () => {
  const sizes = [1000, 10].map((size, index) =>
    aNode(
      `n${index}`,
      {},
      { status: { allocatable: { pods: '9' }, images: [{ names: ['app:1'], sizeBytes: size * mebibyte }] } },
    ),
  );
  const pod = aPod('p', { containers: [{ name: 'c', image: 'app:1' }] });
  expect(scoresOf('ImageLocality', pod, { nodes: sizes })).toBe('100→100 100→100');
});
