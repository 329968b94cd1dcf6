import { expect, test } from 'vitest';
import { aNode, aPod, placedPod } from '#test/scheduling/build-world.ts';
import { judged } from '#test/scheduling/judged.ts';

const taking = (hostPort: number, hostIP = '') => ({
  containers: [{ name: 'main', ports: [{ containerPort: 80, hostPort, hostIP }] }],
});
const nodes = [aNode('n')];
const refused = "node(s) didn't have free ports for the requested pod ports";

const cases = [
  { name: 'a port that is taken', wants: taking(80), want: refused },
  { name: 'another port', wants: taking(81), want: 'fits' },
  { name: 'the same port on another address', wants: taking(80, '10.0.0.1'), want: 'fits' },
  { name: 'the same port on every address', wants: taking(80, '0.0.0.0'), want: refused },
];
for (const { name, wants, want } of cases) {
  test(name, () => {
    const pods = [placedPod('holder', 'n', { spec: taking(80, '127.0.0.1') })];
    expect(judged({ nodes, pods }, aPod('p', { spec: wants }))).toEqual({ n: want });
  });
}
