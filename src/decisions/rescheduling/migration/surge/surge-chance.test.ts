import { expect, test } from 'vitest';
import { compileSelector } from '#api/label-selector.ts';
import type { WorkloadNow } from '#decisions/rescheduling/movability/workload-now.ts';
import { surgeChanceOf, type SurgeSubject } from './surge-chance.ts';

const direct = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'web-1', uid: 'r', controller: true };
const workload: WorkloadNow = {
  ref: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web', uid: 'd' },
  direct,
  desired: 3,
  rollout: 'steady',
  strategy: 'RollingUpdate',
};
const of = (change: Partial<WorkloadNow>): Partial<SurgeSubject> => ({
  owner: { kind: 'workload', workload: { ...workload, ...change } },
});
const labelled = (labels: Readonly<Record<string, string>>): SurgeSubject['pod'] => ({
  metadata: { name: 'web-1', namespace: 'shop', uid: 'u', labels },
  spec: { containers: [] },
});
const aSubject: SurgeSubject = {
  pod: labelled({ app: 'web', 'pod-template-hash': '1' }),
  owner: { kind: 'workload', workload },
  claims: [],
  otherControllers: [],
  right: 'held',
};
const another = (matchLabels: Readonly<Record<string, string>>): Partial<SurgeSubject> => ({
  otherControllers: [{ kind: 'ReplicaSet', name: 'other', selector: compileSelector({ matchLabels }) }],
});

const cases: readonly { readonly name: string; readonly change: Partial<SurgeSubject>; readonly want: string }[] = [
  { name: 'a replica of a steady Deployment', change: {}, want: 'possible' },
  {
    name: 'fact 5 f: a StatefulSet',
    change: of({ direct: { ...direct, kind: 'StatefulSet' } }),
    want: 'never NotReplicaSet',
  },
  {
    name: 'fact 5 f: a DaemonSet',
    change: of({ direct: { ...direct, kind: 'DaemonSet' } }),
    want: 'never NotReplicaSet',
  },
  { name: 'B-21 b: a CloneSet', change: of({ direct: { ...direct, kind: 'CloneSet' } }), want: 'never NotReplicaSet' },
  { name: 'nobody’s pod', change: { owner: { kind: 'none' } }, want: 'never NotReplicaSet' },
  { name: 'a ReplicaSet without a hash', change: { pod: labelled({ app: 'web' }) }, want: 'never NotReplicaSet' },
  { name: 'B-24 a: Recreate', change: of({ strategy: 'Recreate' }), want: 'never Recreate' },
  { name: 'B-24 b: paused', change: of({ rollout: 'paused' }), want: 'not-now Paused' },
  { name: 'B-24 c: changed a moment ago', change: of({ rollout: 'unobserved' }), want: 'not-now NotSteady' },
  { name: 'B-24 d: rolling', change: of({ rollout: 'rolling' }), want: 'not-now NotSteady' },
  { name: 'trap 55: scaling in', change: of({ rollout: 'scaling-in' }), want: 'not-now NotSteady' },
  {
    name: 'B-13: ReadWriteOnce',
    change: { claims: [{ name: 'c', accessModes: ['ReadWriteOnce'] }] },
    want: 'never VolumeHeld',
  },
  {
    name: 'B-13: ReadWriteOncePod',
    change: { claims: [{ name: 'c', accessModes: ['ReadWriteOncePod'] }] },
    want: 'never VolumeHeld',
  },
  {
    name: 'B-13: ReadWriteMany',
    change: { claims: [{ name: 'c', accessModes: ['ReadWriteMany'] }] },
    want: 'possible',
  },
  { name: 'a claim that cannot be read', change: { claims: [{ name: 'c' }] }, want: 'never VolumeHeld' },
  {
    name: 'fact 5 c: another controller would take it',
    change: another({ app: 'web' }),
    want: 'never AdoptedByAnother',
  },
  {
    name: 'fact 5 c: an older ReplicaSet asks for its own hash',
    change: another({ app: 'web', 'pod-template-hash': '1' }),
    want: 'possible',
  },
  { name: 'without the right to create pods', change: { right: 'missing' }, want: 'never NoRight' },
];
for (const { name, change, want } of cases) {
  test(`${name}: ${want}`, () => {
    const chance = surgeChanceOf({ ...aSubject, ...change });
    expect(chance.kind === 'possible' ? chance.kind : `${chance.kind} ${chance.reason}`).toBe(want);
  });
}
