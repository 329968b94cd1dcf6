import { expect } from 'vitest';
import type { ClusterRoster, RosterNode } from '#ports/cluster-roster.ts';
import { until } from '../support/until.ts';

/** A roster, and a cluster that it follows, with a namespace and node names of the test's own. */
export interface RosterUnderTest {
  readonly roster: ClusterRoster;
  readonly namespace: string;
  /** A ready node of 8 cores and 16Gi; gives its uid. */
  readonly addNode: (name: string, address: string) => Promise<string>;
  readonly removeNode: (name: string) => Promise<void>;
  /** Among all annotations of a node, `metrics.cpu` is ours. */
  readonly annotate: (name: string, annotations: Readonly<Record<string, string>>) => Promise<void>;
  readonly addPod: (name: string, node: string) => Promise<void>;
  /** It has done its work: nothing of it runs any more. */
  readonly finishPod: (name: string) => Promise<void>;
  readonly removePod: (name: string) => Promise<void>;
  /** Lets the roster's own clock move on. */
  readonly pass: () => Promise<void>;
}

type Promises = readonly (readonly [promise: string, hold: (under: RosterUnderTest) => Promise<void>])[];

const never = new AbortController().signal;

const heard = ({ roster }: RosterUnderTest, name: string, like: (node: RosterNode) => boolean = () => true) =>
  until(`node ${name} to be heard of`, async () => roster.nodes.find((node) => node.name === name && like(node)));

/** What every roster promises. */
export const rosterPromises: Promises = [
  [
    'a node is told with all that load needs',
    async (under) => {
      const { roster, namespace, addNode } = under;
      await roster.whenComplete(never);
      const uid = await addNode(namespace, '10.9.8.7');
      const node = await heard(under, namespace, ({ ready }) => ready);
      expect(node).toMatchObject({ uid, capacity: { cpuCores: 8, memoryBytes: 16 * 2 ** 30 }, marks: {} });
      expect(node.addresses).toContain('10.9.8.7');
      expect(Number.isFinite(node.createdAt)).toBe(true);
      expect(roster.ages.map(({ kind }) => kind)).toEqual(['nodes', 'pods']);
    },
  ],
  [
    'our annotations are seen, nobody else’s, and since when they stand so',
    async (under) => {
      const { namespace, addNode, annotate, pass } = under;
      await addNode(namespace, '10.9.8.7');
      await annotate(namespace, { 'metrics.cpu': '0.853', 'example.com/owner': 'somebody' });
      const { marks, marksSince } = await heard(under, namespace, (node) => 'metrics.cpu' in node.marks);
      expect(marks).toEqual({ 'metrics.cpu': '0.853' });
      await pass();
      await annotate(namespace, { 'metrics.cpu': '0.853', 'example.com/owner': 'another' });
      await annotate(namespace, { 'metrics.cpu': '0.200' });
      const later = await heard(under, namespace, (node) => node.marks['metrics.cpu'] === '0.200');
      expect(later.marksSince).toBeGreaterThan(marksSince);
    },
  ],
  [
    'a node that is gone is not there; another of its name is another',
    async (under) => {
      const { roster, namespace, addNode, annotate, removeNode } = under;
      const first = await addNode(namespace, '10.9.8.7');
      await annotate(namespace, { 'metrics.cpu': '0.853' });
      await heard(under, namespace, (node) => 'metrics.cpu' in node.marks);
      await removeNode(namespace);
      await until('the node to be gone', async () =>
        roster.nodes.some(({ uid }) => uid === first) ? undefined : true,
      );
      const second = await addNode(namespace, '10.9.8.8');
      expect(await heard(under, namespace)).toMatchObject({ uid: second, marks: {} });
    },
  ],
  [
    'pods are found by namespace and name while they run',
    async (under) => {
      const { roster, namespace, addNode, addPod, finishPod, removePod } = under;
      await addNode(namespace, '10.9.8.7');
      await addPod('web', namespace);
      await addPod('job', namespace);
      const on = (name: string, node: string | undefined): Promise<true> =>
        until(`${name} on ${node}`, async () => (roster.nodeOfPod(namespace, name) === node ? true : undefined));
      await on('web', namespace);
      await on('job', namespace);
      expect(roster.nodeOfPod('elsewhere', 'web')).toBeUndefined();
      expect(roster.pods.find(({ name }) => name === 'web')).toMatchObject({ namespace, nodeName: namespace });
      await finishPod('job');
      await on('job', undefined);
      await removePod('web');
      await on('web', undefined);
      expect(roster.pods.filter((pod) => pod.namespace === namespace)).toEqual([]);
    },
  ],
  [
    'whoever waits for the whole of it can be told to stop',
    async ({ roster }) => {
      const reason = new Error('enough');
      await expect(roster.whenComplete(AbortSignal.abort(reason))).rejects.toBe(reason);
    },
  ],
];
