import { expect, test } from 'vitest';
import type { LiveNode } from '#load/live-node.ts';
import { type Labels, matchWords, nodeIndexOf, type NodeIndexOptions } from './node-index.ts';
import type { Join } from '#load/signals/signal.ts';
import { aNode } from '#test/support/a-load.ts';

interface Case {
  readonly name: string;
  readonly labels: Labels;
  readonly join?: Join;
  readonly options?: NodeIndexOptions;
  readonly want: string;
}

function check(nodes: readonly LiveNode[], cases: readonly Case[]): void {
  for (const { name, labels, join = 'node', options = {}, want } of cases) {
    test(name, () => expect(matchWords(nodeIndexOf(nodes, options).find(labels, join), nodes)).toBe(want));
  }
}

const NO_SUCH_NODE = 'no live node has this name or address';
const NO_LABEL = 'no label says which node it is';

const plain = [
  aNode('worker-a', { addresses: ['10.0.0.11', 'worker-a'] }),
  aNode('worker-b', { addresses: ['10.0.0.12'] }),
  aNode('worker-c', { addresses: ['10.0.0.13', 'worker-c.example.com', 'WIN-C'] }),
  aNode('w6', { addresses: ['10.0.0.21', 'fd00:10::21', 'fe80::1%eth0'] }),
];
const podOfB: NodeIndexOptions = {
  nodeOfPod: (space, pod) => (space === 'shop' && pod === 'web-1' ? 'worker-b' : undefined),
};

check(plain, [
  {
    name: 'A-01: an address with a port',
    labels: { instance: '10.0.0.11:9100' },
    want: 'worker-a, by the label instance',
  },
  {
    name: 'A-01: an address without a port',
    labels: { instance: '10.0.0.12' },
    want: 'worker-b, by the label instance',
  },
  {
    name: 'A-03: the node label beats an instance that is a pod address',
    labels: { node: 'worker-a', instance: '10.244.3.7:9100' },
    want: 'worker-a, by the label node',
  },
  { name: 'A-03: a name without a port', labels: { instance: 'worker-b' }, want: 'worker-b, by the label instance' },
  {
    name: 'A-03: a node label that names no node gives way to the address',
    labels: { node: 'worker-zz', instance: '10.0.0.13:9100' },
    want: 'worker-c, by the label instance',
  },
  { name: 'a node label may hold an address', labels: { node: '10.0.0.13' }, want: 'worker-c, by the label node' },
  {
    name: 'trap 6: the declared label comes first',
    labels: { machine: 'worker-a', node: 'worker-b' },
    options: { label: 'machine' },
    want: 'worker-a, by the declared label',
  },
  {
    name: 'a declared label that is not there gives way',
    labels: { node: 'worker-b' },
    options: { label: 'machine' },
    want: 'worker-b, by the label node',
  },
  {
    name: 'trap 6: an FQDN the node reports',
    labels: { instance: 'worker-c.example.com:9100' },
    want: 'worker-c, by the label instance',
  },
  {
    name: "an FQDN with the root's dot",
    labels: { instance: 'worker-c.example.com.:9100' },
    want: 'worker-c, by the label instance',
  },
  {
    name: 'trap 6: an FQDN the node does not report is nobody, whatever its first label',
    labels: { instance: 'worker-a.example.com:9100' },
    want: NO_SUCH_NODE,
  },
  {
    name: 'host names are compared as DNS does, without case',
    labels: { instance: 'win-c:9182' },
    want: 'worker-c, by the label instance',
  },
  { name: 'a prefix of a name is nobody', labels: { instance: 'worker:9100' }, want: NO_SUCH_NODE },
  { name: 'a stranger is nobody', labels: { instance: '10.0.0.99:9100' }, want: NO_SUCH_NODE },
  { name: 'a port that is none spoils the instance', labels: { instance: 'worker-a:metrics' }, want: NO_SUCH_NODE },
  { name: 'no label is said to be none', labels: { job: 'node' }, want: NO_LABEL },
  { name: 'an empty label is none', labels: { node: '', instance: '' }, want: NO_LABEL },
  {
    name: 'a label of a node that is gone is told, rather than that there is none',
    labels: { node: 'gone' },
    want: NO_SUCH_NODE,
  },
  {
    name: 'A-18: IPv6 in brackets with a port',
    labels: { instance: '[fd00:10::21]:9100' },
    want: 'w6, by the label instance',
  },
  { name: 'A-18: another spelling', labels: { instance: '[fd00:10:0:0::21]:9100' }, want: 'w6, by the label instance' },
  { name: 'A-18: brackets alone', labels: { instance: '[FD00:10::21]' }, want: 'w6, by the label instance' },
  { name: 'A-18: bare', labels: { instance: 'fd00:10::21' }, want: 'w6, by the label instance' },
  {
    name: 'A-18: the other family of the same node',
    labels: { instance: '10.0.0.21:9100' },
    want: 'w6, by the label instance',
  },
  {
    name: 'A-18: IPv4 mapped into IPv6',
    labels: { instance: '[::ffff:10.0.0.21]:9100' },
    want: 'w6, by the label instance',
  },
  {
    name: 'a link-local address with its zone',
    labels: { instance: '[fe80::1%25eth0]:9100' },
    want: 'w6, by the label instance',
  },
  {
    name: 'a link-local address of another zone is another',
    labels: { instance: '[fe80::1%eth1]:9100' },
    want: NO_SUCH_NODE,
  },
  { name: 'brackets that do not close', labels: { instance: '[fd00:10::21:9100' }, want: NO_SUCH_NODE },
  { name: 'brackets around a name', labels: { instance: '[worker-a]:9100' }, want: NO_SUCH_NODE },
  {
    name: 'a latency belongs to the node its pod runs on',
    labels: { namespace: 'shop', pod: 'web-1', instance: '10.0.0.11:80' },
    join: 'pod',
    options: podOfB,
    want: 'worker-b, by the pod that runs there',
  },
  {
    name: 'trap 16: a pod of this name in another namespace is another',
    labels: { namespace: 'blog', pod: 'web-1' },
    join: 'pod',
    options: podOfB,
    want: NO_SUCH_NODE,
  },
  {
    name: 'a latency is never mapped by instance: that is whoever measured it',
    labels: { instance: '10.0.0.11:80' },
    join: 'pod',
    options: podOfB,
    want: NO_LABEL,
  },
  {
    name: 'a latency that a query has put on nodes already is taken',
    labels: { node: 'worker-a' },
    join: 'pod',
    want: 'worker-a, by the label node',
  },
  { name: 'names of the language are no labels', labels: { instance: 'constructor' }, want: NO_SUCH_NODE },
]);

const neighbours = [aNode('node-1'), aNode('node-10'), aNode('db.a'), aNode('db-a'), aNode('q"\\')];
check(neighbours, [
  { name: 'A-02: node-1 is not node-10', labels: { instance: 'node-1:9100' }, want: 'node-1, by the label instance' },
  { name: 'A-02: node-10 is not node-1', labels: { instance: 'node-10:9100' }, want: 'node-10, by the label instance' },
  { name: 'A-02: a dot is a dot', labels: { instance: 'db.a:9100' }, want: 'db.a, by the label instance' },
  { name: 'A-02: a dash is a dash', labels: { instance: 'db-a:9100' }, want: 'db-a, by the label instance' },
  { name: 'A-02: quotes and backslashes mean themselves', labels: { node: 'q"\\' }, want: 'q"\\, by the label node' },
]);

const rivals = [
  aNode('n1', { addresses: ['10.0.0.1', '203.0.113.7', 'gateway'] }),
  aNode('n2', { addresses: ['10.0.0.2', '203.0.113.7', 'n3'] }),
  aNode('n3', { addresses: ['10.0.0.3', 'GATEWAY'] }),
];
check(rivals, [
  {
    name: 'trap 6: an address of two nodes is ambiguous, and both are named',
    labels: { instance: '203.0.113.7:9100' },
    want: '203.0.113.7 is claimed by n1 and n2',
  },
  {
    name: 'an ambiguous name is told from any label',
    labels: { node: 'gateway' },
    want: 'gateway is claimed by n1 and n3',
  },
  {
    name: 'what only one of them has is not',
    labels: { instance: '10.0.0.2:9100' },
    want: 'n2, by the label instance',
  },
  {
    name: 'a name that another node reports as its address is ambiguous',
    labels: { instance: 'n3:9100' },
    want: 'n3 is claimed by n2 and n3',
  },
  {
    name: '… but no node can report its way into a label that names nodes',
    labels: { node: 'n3' },
    want: 'n3, by the label node',
  },
]);
