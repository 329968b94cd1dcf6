import { expect, test } from 'vitest';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import { movabilityOf } from './movability.ts';
import { movabilityDefaults, type MovabilityOptions, type MovabilitySubject } from './subject.ts';
import type { WorkloadNow } from './workload-now.ts';

const now = Date.parse('2026-11-30T10:00:00Z');

interface PodWish {
  readonly annotations?: Readonly<Record<string, string>>;
  readonly spec?: Partial<Pod['spec']>;
  readonly status?: Partial<NonNullable<Pod['status']>>;
  readonly metadata?: Partial<Pod['metadata']>;
}

const aPod = ({ annotations = {}, spec = {}, status = {}, metadata = {} }: PodWish = {}): Pod => ({
  metadata: { name: 'web-1', namespace: 'shop', uid: 'u', annotations, ...metadata },
  spec: { containers: [], nodeName: 'n1', ...spec },
  status: {
    phase: 'Running',
    startTime: '2026-11-30T09:00:00Z',
    conditions: [{ type: 'Ready', status: 'True' }],
    ...status,
  },
});

const owner = (kind: string) => ({ apiVersion: 'apps/v1', kind, name: 'web', uid: 'o', controller: true });
const workload: WorkloadNow = {
  ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' },
  direct: owner('ReplicaSet'),
  desired: 3,
  rollout: 'steady',
  strategy: 'RollingUpdate',
};

const aSubject = (change: Partial<MovabilitySubject> = {}): MovabilitySubject => ({
  pod: aPod(),
  owner: { kind: 'workload', workload },
  budgets: [],
  node: { isUnschedulable: false, taints: [] },
  now,
  ...change,
});
const withWorkload = (change: Partial<WorkloadNow>): Partial<MovabilitySubject> => ({
  owner: { kind: 'workload', workload: { ...workload, ...change } },
});

const scratch: Volume = { name: 'tmp', emptyDir: {} };
const localVolumes = { 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes': 'tmp' };
const annotated = (key: string, value: string): Partial<MovabilitySubject> => ({
  pod: aPod({ annotations: { [key]: value } }),
});
const taint = (key: string): Partial<MovabilitySubject> => ({
  node: { isUnschedulable: false, taints: [{ key, effect: 'NoSchedule' }] },
});

interface Case {
  readonly name: string;
  readonly subject: Partial<MovabilitySubject>;
  readonly want: string;
  readonly options?: Partial<MovabilityOptions>;
}

const cases: readonly Case[] = [
  { name: 'a plain replica', subject: {}, want: 'movable' },
  { name: 'B-07 p1: nobody made it', subject: { owner: { kind: 'none' } }, want: 'NoOwner' },
  { name: 'B-07 p2: no owner is its controller', subject: { owner: { kind: 'no-controller' } }, want: 'NoController' },
  {
    name: 'B-07 p3: its ReplicaSet is gone',
    subject: { owner: { kind: 'missing', reference: owner('ReplicaSet') } },
    want: 'OwnerGone',
  },
  {
    name: 'B-08: a mirror pod, whatever its owner reference says',
    subject: {
      pod: aPod({
        annotations: { 'kubernetes.io/config.mirror': 'abc' },
        metadata: { ownerReferences: [{ ...owner('Node'), apiVersion: 'v1' }] },
      }),
    },
    want: 'Static',
  },
  {
    name: 'B-09: a DaemonSet pod',
    subject: { pod: aPod({ metadata: { ownerReferences: [owner('DaemonSet')] } }) },
    want: 'DaemonSet',
  },
  {
    name: 'B-10 a: scratch in memory',
    subject: volumes({ name: 'tmp', emptyDir: { medium: 'Memory' } }),
    want: 'movable',
  },
  { name: 'B-10 b, trap 53: scratch on disk', subject: volumes(scratch), want: 'LocalData' },
  {
    name: 'B-10 b, where policy allows it',
    subject: volumes(scratch),
    want: 'movable',
    options: { emptyDir: 'scratch' },
  },
  { name: 'B-10 c: scratch given up by name', subject: volumes([scratch], localVolumes), want: 'movable' },
  {
    name: 'B-10 d: one of two given up',
    subject: volumes([scratch, { name: 'data', emptyDir: {} }], localVolumes),
    want: 'LocalData',
  },
  { name: 'B-10 e: a host path', subject: volumes({ name: 'tmp', hostPath: { path: '/var' } }), want: 'HostPath' },
  {
    name: 'B-10 e, whatever policy allows',
    subject: volumes({ name: 'tmp', hostPath: { path: '/var' } }),
    want: 'HostPath',
    options: { emptyDir: 'scratch' },
  },
  { name: 'B-10 f: nothing that stays behind', subject: volumes({ name: 'token' }), want: 'movable' },
  {
    name: 'B-11: safe-to-evict false',
    subject: annotated('cluster-autoscaler.kubernetes.io/safe-to-evict', 'false'),
    want: 'OptedOut',
  },
  {
    name: 'B-11: safe-to-evict true on local data',
    subject: volumes([scratch], { 'cluster-autoscaler.kubernetes.io/safe-to-evict': 'true' }),
    want: 'movable',
  },
  { name: 'B-11: karpenter', subject: annotated('karpenter.sh/do-not-disrupt', 'true'), want: 'OptedOut' },
  { name: 'B-11: karpenter, the old key', subject: annotated('karpenter.sh/do-not-evict', 'true'), want: 'OptedOut' },
  {
    name: 'B-11: evict false is no consent',
    subject: annotated('descheduler.alpha.kubernetes.io/evict', 'false'),
    want: 'movable',
  },
  {
    name: 'B-11: prefer-no-eviction',
    subject: annotated('descheduler.alpha.kubernetes.io/prefer-no-eviction', ''),
    want: 'movable, last resort',
  },
  { name: 'B-11: reschedule.skipped True', subject: annotated('reschedule.skipped', 'True'), want: 'OptedOut' },
  { name: 'B-11: reschedule.skipped no', subject: annotated('reschedule.skipped', 'no'), want: 'movable, 1 warning' },
  {
    name: 'trap 50: consent does not move a mirror pod',
    subject: {
      pod: aPod({
        annotations: { 'kubernetes.io/config.mirror': 'a', 'descheduler.alpha.kubernetes.io/evict': 'true' },
      }),
    },
    want: 'Static',
  },
  { name: 'B-12 a: its volume pins it', subject: { pinnedTo: 'n1' }, want: 'PinnedByVolume' },
  {
    name: 'B-20: its node is about to be removed',
    subject: taint('ToBeDeletedByClusterAutoscaler'),
    want: 'NodeIsDrained for now',
  },
  {
    name: 'B-20: karpenter is about to remove its node',
    subject: taint('karpenter.sh/disrupted'),
    want: 'NodeIsDrained for now',
  },
  {
    name: 'its node is cordoned',
    subject: { node: { isUnschedulable: true, taints: [] } },
    want: 'NodeIsDrained for now',
  },
  {
    name: 'B-20: its node is being deleted',
    subject: { node: { isUnschedulable: false, taints: [], isDeleting: true } },
    want: 'NodeIsDrained for now',
  },
  {
    name: 'trap 26: its node is not ready',
    subject: { node: { isUnschedulable: false, taints: [], isUnready: true } },
    want: 'NodeIsNotReady for now',
  },
  { name: 'its node is unknown', subject: { node: undefined }, want: 'movable' },
  {
    name: 'B-21 c: its owner cannot be read',
    subject: withWorkload({ desired: undefined, rollout: 'unknown' }),
    want: 'movable',
  },
  {
    name: 'B-22: system-node-critical',
    subject: { pod: aPod({ spec: { priority: 2_000_001_000 } }) },
    want: 'Critical',
  },
  {
    name: 'B-22: system-cluster-critical',
    subject: { pod: aPod({ spec: { priority: 2_000_000_000 } }) },
    want: 'Critical',
  },
  { name: 'B-22: high, but not critical', subject: { pod: aPod({ spec: { priority: 100_000 } }) }, want: 'movable' },
  {
    name: 'B-22: of our own namespace',
    subject: { pod: aPod({ metadata: { namespace: 'plimsoll-system' } }) },
    want: 'ExcludedNamespace',
  },
  {
    name: 'B-24 a: Recreate may not be evicted',
    subject: withWorkload({ strategy: 'Recreate' }),
    want: 'movable, never by eviction',
  },
  {
    name: 'B-24 a, where downtime is allowed',
    subject: withWorkload({ strategy: 'Recreate' }),
    want: 'movable',
    options: { downtime: 'allowed' },
  },
  { name: 'B-24 b: paused', subject: withWorkload({ rollout: 'paused' }), want: 'Paused' },
  { name: 'B-24 c: changed a moment ago', subject: withWorkload({ rollout: 'unobserved' }), want: 'Rolling for now' },
  { name: 'B-24 d: rolling', subject: withWorkload({ rollout: 'rolling' }), want: 'Rolling for now' },
  { name: 'trap 55: scaling in', subject: withWorkload({ rollout: 'scaling-in' }), want: 'ScalingIn for now' },
  { name: 'B-04, trap 46: one replica', subject: withWorkload({ desired: 1 }), want: 'movable, never by eviction' },
  {
    name: 'B-05, trap 47: the budget allows none, for whatever rounding',
    subject: { budgets: [{ name: 'web', disruptionsAllowed: 0 }] },
    want: 'movable, not now by eviction',
  },
  {
    name: 'a budget nobody has looked at',
    subject: { budgets: [{ name: 'web' }] },
    want: 'movable, not now by eviction',
  },
  { name: 'a budget with room', subject: { budgets: [{ name: 'web', disruptionsAllowed: 1 }] }, want: 'movable' },
  {
    name: 'B-06, trap 42: two budgets, even with room',
    subject: {
      budgets: [
        { name: 'front', disruptionsAllowed: 1 },
        { name: 'api', disruptionsAllowed: 1 },
      ],
    },
    want: 'movable, never by eviction',
  },
  {
    name: 'trap 40: one of a group',
    subject: { pod: aPod({ spec: { schedulingGroup: { name: 'g' } } }) },
    want: 'Group',
  },
  { name: 'trap 40: of a Job', subject: withWorkload({ direct: owner('Job') }), want: 'Job' },
  { name: 'trap 49: not ready', subject: { pod: aPod({ status: { conditions: [] } }) }, want: 'NotReady for now' },
  {
    name: 'trap 49: too young',
    subject: { pod: aPod({ status: { startTime: '2026-11-30T09:59:00Z' } }) },
    want: 'TooYoung for now',
  },
  {
    name: 'trap 49: terminating',
    subject: { pod: aPod({ metadata: { deletionTimestamp: '2026-11-30T10:00:00Z' } }) },
    want: 'Leaving for now',
  },
  { name: 'it has ended', subject: { pod: aPod({ status: { phase: 'Failed' } }) }, want: 'Ended' },
  {
    name: 'it holds devices',
    subject: { pod: aPod({ spec: { resourceClaims: [{ name: 'gpu' }] } }) },
    want: 'DeviceClaim',
  },
  {
    name: 'it is being resized',
    subject: {
      pod: aPod({
        status: {
          conditions: [
            { type: 'Ready', status: 'True' },
            { type: 'PodResizePending', status: 'True', reason: 'Deferred' },
          ],
        },
      }),
    },
    want: 'Resizing for now',
  },
];

for (const { name, subject, want, options = {} } of cases) {
  test(`${name}: ${want}`, () => {
    expect(told(aSubject(subject), { ...movabilityDefaults, ...options })).toBe(want);
  });
}

function told(subject: MovabilitySubject, options: MovabilityOptions): string {
  const verdict = movabilityOf(subject, options);
  if (verdict.kind === 'unmovable') return verdict.lasts === 'now' ? `${verdict.reason} for now` : verdict.reason;
  const { eviction, isLastResort, warnings } = verdict;
  return [
    'movable',
    ...(eviction.kind === 'evictable' ? [] : [`${eviction.kind.replace('-', ' ')} by eviction`]),
    ...(isLastResort ? ['last resort'] : []),
    ...(warnings.length === 0 ? [] : [`${warnings.length} warning`]),
  ].join(', ');
}

function volumes(of: Volume | readonly Volume[], annotations: Record<string, string> = {}): Partial<MovabilitySubject> {
  return { pod: aPod({ annotations, spec: { volumes: [of].flat() } }) };
}

test('what stays is told with numbers and names, and the smallest change that frees it', () => {
  const two = movabilityOf(aSubject({ budgets: [{ name: 'front-pdb' }, { name: 'api-pdb' }] }), movabilityDefaults);
  expect(two).toMatchObject({
    eviction: {
      message: 'the disruption budgets api-pdb and front-pdb both match it, which no eviction passes',
      freedBy: 'narrow api-pdb or front-pdb so that one budget matches the pod',
    },
  });
  const young = movabilityOf(
    aSubject({ pod: aPod({ status: { startTime: '2026-11-30T09:59:00Z' } }) }),
    movabilityDefaults,
  );
  expect(young).toMatchObject({ message: 'it started 60 s ago, less than 600 s' });
  const data = movabilityOf(
    aSubject(volumes([scratch, { name: 'data', emptyDir: {} }], localVolumes)),
    movabilityDefaults,
  );
  expect(data).toMatchObject({ freedBy: expect.stringContaining('safe-to-evict-local-volumes: "tmp,data"') });
});
