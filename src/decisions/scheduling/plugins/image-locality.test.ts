import { expect, test } from 'vitest';
import { aNode, aPod } from '#test/scheduling/build-world.ts';
import { scored } from '#test/scheduling/judged.ts';

const MiB = 2 ** 20;
const holders = (sizeBytes: number, having: number) =>
  Array.from({ length: 10 }, (_, at) =>
    aNode(`n${at}`, { images: at < having ? [{ names: ['web:latest'], sizeBytes }] : [] }),
  );
const wantsWeb = aPod('p', { spec: { containers: [{ name: 'main', image: 'web' }] } });

test('an image counts the more, the larger it is and the more nodes have it: A14', () => {
  expect(scored({ nodes: holders(250 * MiB, 2) }, wantsWeb, 'ImageLocality')['n0']).toBe(2);
  expect(scored({ nodes: holders(800 * MiB, 5) }, wantsWeb, 'ImageLocality')).toMatchObject({ n0: 38, n9: 0 });
});
