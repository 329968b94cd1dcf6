import type { WorkloadNow } from './workload-now.ts';
import { type Gate, lasting, passing } from './subject.ts';

const ownerless: Gate = ({ owner }) => {
  switch (owner.kind) {
    case 'none':
      return lasting('NoOwner', 'nobody would make it again: it has no owner', 'run it by a Deployment');
    case 'no-controller':
      return lasting(
        'NoController',
        'nobody would make it again: none of its owners controls it',
        'run it by a Deployment',
      );
    case 'missing':
      return lasting(
        'OwnerGone',
        `nobody would make it again: ${owner.reference.kind} ${owner.reference.name} is gone`,
        'run it by a Deployment',
      );
    case 'workload':
      return undefined;
  }
};

/** Work that was half done would be done again. */
const job: Gate = ({ owner }) => {
  if (owner.kind !== 'workload' || owner.workload.direct.kind !== 'Job') return undefined;
  return lasting(
    'Job',
    `it works for Job ${owner.workload.direct.name} and would begin anew`,
    'wait until the Job ends',
  );
};

const paused: Gate = ({ owner }) => {
  if (owner.kind !== 'workload' || owner.workload.rollout !== 'paused') return undefined;
  return lasting('Paused', `${named(owner.workload)} is paused`, `resume ${named(owner.workload)}`);
};

const rolling: Gate = ({ owner }) => {
  if (owner.kind !== 'workload') return undefined;
  const { rollout } = owner.workload;
  if (rollout !== 'rolling' && rollout !== 'unobserved') return undefined;
  const what = rollout === 'rolling' ? 'is being rolled out' : 'was changed a moment ago';
  return passing('Rolling', `${named(owner.workload)} ${what}`, 'wait until the rollout is complete');
};

const scalingIn: Gate = ({ owner }) => {
  if (owner.kind !== 'workload' || owner.workload.rollout !== 'scaling-in') return undefined;
  return passing('ScalingIn', `${named(owner.workload)} is being scaled in`, 'wait until it has the size it wants');
};

/** Whether there is somebody who makes the pod again, and has a mind for it. */
export const workloadGate: { readonly lasting: readonly Gate[]; readonly passing: readonly Gate[] } = {
  lasting: [ownerless, job, paused],
  passing: [rolling, scalingIn],
};

const named = ({ ref }: WorkloadNow): string => `${ref.kind} ${ref.name}`;
