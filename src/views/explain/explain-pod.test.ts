import { movabilityDefaults } from '#decisions/rescheduling/movability/subject.ts';
import { NOW } from '#test/support/a-load.ts';
import { expect, test } from 'vitest';
import { newestDialect } from '#api/dialect.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { aNode, placedPod } from '#test/scheduling/build-world.ts';
import { storeOf } from '#test/scheduling/engine-judge.ts';
import type { WorldObjects } from '#test/scheduling/world.ts';
import { explainPod } from './explain-pod.ts';
import type { PodExplanation } from './pod-explanation.ts';
import { podExplanationText } from './pod-explanation-text.ts';

const zone = 'topology.kubernetes.io/zone';
const host = 'kubernetes.io/hostname';
const node = (name: string, inZone: string, more: Partial<ReturnType<typeof aNode>['spec']> = {}) => {
  const made = aNode(name, { labels: { [zone]: inZone, [host]: name } });
  return { ...made, spec: { ...made.spec, ...more } };
};
const nodes = [node('a1', 'a'), node('a2', 'a'), node('b1', 'b', { unschedulable: true })];

function told(pod: Pod, objects: Partial<WorldObjects> = {}, unread: readonly ClusterKind[] = []): PodExplanation {
  const pods = [pod, ...(objects.pods ?? [])];
  const view = storeOf({ objects: { nodes, ...objects, pods } }).view();
  const dialect = { dialect: newestDialect, known: true };
  return explainPod({
    view,
    pod,
    profile: defaultProfile(newestDialect),
    dialect,
    unread: new Set(unread),
    surgeRight: 'missing',
    now: NOW,
    movability: movabilityDefaults,
  });
}

/** A pod without a node. */
function pending(wish: Parameters<typeof placedPod>[2] = {}, status: Pod['status'] = {}): Pod {
  const { spec, ...pod } = placedPod('p', '', wish);
  return { ...pod, spec, status: { phase: 'Pending', ...status } };
}

const running = (wish: Parameters<typeof placedPod>[2] = {}): Pod => {
  const pod = placedPod('p', 'a1', wish);
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'x', uid: 'x', controller: true };
  return { ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } };
};

const evidenceOn = (explanation: PodExplanation, name: string): readonly string[] =>
  explanation.nodes.find((answer) => answer.node === name)!.evidence.map(({ text }) => text);

const taken = placedPod('q', 'a1', {
  labels: { app: 'q' },
  requests: { cpu: '6' },
  spec: { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 80 }] }] },
});
const term = (app: string, topologyKey: string) => ({
  requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { app } } }],
});

const refusals: readonly {
  name: string;
  pod: Pod;
  objects?: Partial<WorldObjects>;
  on?: string;
  says: readonly string[];
}[] = [
  {
    name: 'too little cpu: what is asked for, free, and there at all',
    pod: pending({ requests: { cpu: '9' } }),
    says: ['cpu: asks for 9000m, 8000m free of 8000m'],
  },
  {
    name: 'every taint that is not tolerated',
    pod: pending(),
    objects: {
      nodes: [
        node('a1', 'a', {
          taints: [
            { key: 'x', value: 'y', effect: 'NoSchedule' },
            { key: 'z', effect: 'NoExecute' },
          ],
        }),
      ],
    },
    says: ['taint x=y:NoSchedule', 'taint z:NoExecute'],
  },
  {
    name: 'a label that the node lacks, and one that is another',
    pod: pending({ spec: { nodeSelector: { disk: 'ssd', [zone]: 'c' } } }),
    says: ['wants disk=ssd: no label disk', `wants ${zone}=c: ${zone}=a`],
  },
  {
    name: 'whom it must not be near',
    pod: pending({ spec: { affinity: { podAntiAffinity: term('q', host) } } }),
    objects: { pods: [taken] },
    says: [`must not be near blue/q in ${host}=a1`],
  },
  {
    name: 'whom it should be near, and who is not there',
    pod: pending({ spec: { affinity: { podAffinity: term('nobody', zone) } } }),
    says: [`no pod with app=nobody in ${zone}=a`],
  },
  {
    name: 'who will not have it near',
    pod: pending({ labels: { app: 'p' } }),
    objects: { pods: [placedPod('r', 'a1', { spec: { affinity: { podAntiAffinity: term('p', zone) } } })] },
    on: 'a2',
    says: [`blue/r will not have it in ${zone}=a`],
  },
  {
    name: 'who has the port',
    pod: pending({ spec: { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 80 }] }] } }),
    objects: { pods: [taken] },
    says: ['port 80/TCP is taken by blue/q'],
  },
  {
    name: 'how uneven it would be',
    pod: pending({
      labels: { app: 'q' },
      spec: {
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: host,
            whenUnsatisfiable: 'DoNotSchedule',
            labelSelector: { matchLabels: { app: 'q' } },
          },
        ],
      },
    }),
    objects: { pods: [taken] },
    says: [`1 of app=q in ${host}=a1, 0 where there are fewest: maxSkew 1`],
  },
];
for (const { name, pod, objects, on = 'a1', says } of refusals) {
  test(`a refusal comes with its numbers: ${name}`, () => {
    expect(evidenceOn(told(pod, objects), on)).toEqual(says);
  });
}

test('what the scheduler recorded agrees where it says the same, whatever it adds of preemption', () => {
  const message = '0/3 nodes are available: 1 node(s) were unschedulable, 2 Insufficient cpu.';
  const recorded = (text: string) => ({
    conditions: [{ type: 'PodScheduled', status: 'False' as const, reason: 'Unschedulable', message: text }],
  });
  const pod = (text: string): Pod => pending({ requests: { cpu: '9' } }, recorded(text));
  expect(told(pod(message))).toMatchObject({ message, recorded: { agrees: true } });
  expect(told(pod(`${message} preemption: 0/3 nodes are available.`)).recorded).toMatchObject({ agrees: true });
  expect(told(pod('0/2 nodes are available: 2 Insufficient cpu.')).recorded).toMatchObject({ agrees: false });
});

test('a pod that fits is told where it fits best, and what the totals are made of', () => {
  const { outcome, best, nodes: answers } = told(pending({ requests: { cpu: '1' } }), { pods: [taken] });
  expect({ outcome, best }).toEqual({ outcome: 'placeable', best: 'a2' });
  const [first, second, last] = answers;
  expect([first!.node, second!.node, last!.verdict]).toEqual(['a2', 'a1', 'rejected']);
  expect(first!.total).toBe(first!.scores.reduce((sum, { score, weight }) => sum + score * weight, 0));
  expect(first!.total!).toBeGreaterThan(second!.total!);
});

test('a running pod needs its room twice while it ends', () => {
  const {
    outcome,
    best,
    nodes: answers,
  } = told(running({ requests: { cpu: '6' } }), {
    pods: [placedPod('r', 'a2', { requests: { cpu: '1' } })],
  });
  expect({ outcome, best }).toEqual({ outcome: 'placeable', best: 'a2' });
  const here = answers.find(({ node: name }) => name === 'a1')!;
  expect(here).toMatchObject({ here: true, verdict: 'rejected', meanwhile: 'rejected', afterwards: 'fits' });
  expect(here.evidence).toMatchObject([{ facts: { resource: 'cpu', requested: 6000, free: 2000 } }]);
});

test('a bare pod cannot be moved, and one that has ended is nobody’s question', () => {
  expect(told(placedPod('p', 'a1')).outcome).toBe('unmovable');
  expect(told({ ...placedPod('p', 'a1'), status: { phase: 'Succeeded' } }).outcome).toBe('ended');
});

test('no verdict rests on volumes that could not be read; one that does not need them stands', () => {
  const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];
  const blind = told(pending({ spec: { volumes } }), {}, ['PersistentVolumeClaim']);
  expect(blind).toMatchObject({ outcome: 'unknown', best: null });
  expect(told(pending(), {}, ['PersistentVolumeClaim']).outcome).toBe('placeable');
});

test('an explanation reads like this', () => {
  const explanation = told(pending({ requests: { cpu: '3', memory: '1Gi' } }), { pods: [taken] });
  const paint = (_: string, text: string): string => text;
  expect(podExplanationText(explanation, { width: 'narrow', paint })).toMatchInlineSnapshot(`
    "Pod blue/p: Pending, on no node, priority 0, default-scheduler
    Requests: cpu 3000m, memory 1024Mi
    Fits on 2 of 3 nodes, best on a2

    NODE   VERDICT   BY                  WHY                          NUMBERS   TOTAL
    a2     fits      -                   -                            -           444
    a1     fits      -                   -                            -           443
    b1     refuses   NodeUnschedulable   node(s) were unschedulable   -             -

    NODE   TOTAL   MADE OF
    a2       444   TaintToleration 3×100 + NodeResourcesFit 77 + NodeResourcesBalancedAllocation 67
    a1       443   TaintToleration 3×100 + NodeResourcesFit 76 + NodeResourcesBalancedAllocation 67
    "
  `);
});

test('of a running pod it is told whether it may be moved off a hot node, and what would free it', () => {
  const made = running();
  expect(told(made).rescheduling).toMatchObject({ verdict: 'held', freedBy: expect.any(String) });
  const bare = { ...made, metadata: { ...made.metadata, ownerReferences: [] } };
  expect(told(bare).rescheduling).toEqual({
    verdict: 'held',
    reason: 'nobody would make it again: it has no owner',
    freedBy: 'run it by a Deployment',
  });
});
