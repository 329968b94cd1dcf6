import { expect, test } from 'vitest';
import type { ContainerPort } from '#api/kubernetes/container.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { aNode, answers, aPod } from '../small-world.ts';

const taken = "U node(s) didn't have free ports for the requested pod ports";
const port = (hostPort: number, rest: Partial<ContainerPort> = {}): ContainerPort => ({
  containerPort: 80,
  hostPort,
  ...rest,
});
const holding = (ports: readonly ContainerPort[], nodeName?: string): Pod =>
  aPod('p', { ...(nodeName !== undefined && { nodeName }), containers: [{ name: 'main', ports }] });

const local = port(80, { hostIP: '127.0.0.1' });
const cases = [
  { name: 'the same port', used: port(80), wanted: port(80), want: taken },
  { name: 'another port', used: port(80), wanted: port(81), want: 'fits' },
  { name: 'every address against one', used: local, wanted: port(80, { hostIP: '0.0.0.0' }), want: taken },
  { name: 'one address against another', used: local, wanted: port(80, { hostIP: '10.0.0.1' }), want: 'fits' },
  { name: 'another protocol', used: local, wanted: port(80, { hostIP: '127.0.0.1', protocol: 'UDP' }), want: 'fits' },
  { name: ':: is one address, not every one', used: port(80, { hostIP: '::' }), wanted: local, want: 'fits' },
  { name: 'a port of the pod alone', used: port(0), wanted: port(0), want: 'fits' },
];
for (const { name, used, wanted, want } of cases) {
  test(`NodePorts: ${name}`, () => {
    expect(answers(holding([wanted]), { nodes: [aNode('n')], pods: [holding([used], 'n')] })).toEqual({ n: want });
  });
}

test('NodePorts: sidecars hold ports, other init containers do not', () => {
  const init = (restartPolicy?: string): Pod =>
    aPod('q', {
      nodeName: 'n',
      initContainers: [{ name: 'i', ports: [port(80)], ...(restartPolicy && { restartPolicy }) }],
    });
  const nodes = [aNode('n')];
  expect(answers(holding([port(80)]), { nodes, pods: [init('Always')] })).toEqual({ n: taken });
  expect(answers(holding([port(80)]), { nodes, pods: [init()] })).toEqual({ n: 'fits' });
});

test('NodePorts: two containers of one pod do not hinder one another', () => {
  expect(answers(holding([port(80), port(80)]), { nodes: [aNode('n')] })).toEqual({ n: 'fits' });
});
