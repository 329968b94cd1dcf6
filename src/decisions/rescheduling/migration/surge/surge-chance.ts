import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { AccessMode } from '#api/kubernetes/storage.ts';
import { type CompiledSelector, selects } from '#api/label-selector.ts';
import type { OwnerNow } from '#decisions/rescheduling/movability/workload-now.ts';

/** Whether a pod can be started anew before the old one goes. */
export type SurgeChance =
  | { readonly kind: 'possible' }
  | { readonly kind: 'not-now' | 'never'; readonly reason: string; readonly message: string };

/** All that it depends on but the replicas, which are looked at again at every step. */
export interface SurgeSubject {
  readonly pod: Pod;
  readonly owner: OwnerNow;
  /** The claims of its volumes; absent modes are unknown. */
  readonly claims: readonly { readonly name: string; readonly accessModes?: readonly AccessMode[] | undefined }[];
  /** Selectors of the namespace's other controllers: whoever matches the clone would take it. */
  readonly otherControllers: readonly {
    readonly kind: string;
    readonly name: string;
    readonly selector: CompiledSelector;
  }[];
  /** Whether we hold the right to create pods there. */
  readonly right: 'held' | 'missing';
}

/** Deployments' ReplicaSets find their pods by it; a pod without it is nobody's. */
export const TEMPLATE_HASH = 'pod-template-hash';

type Ground = (subject: SurgeSubject) => Exclude<SurgeChance, { kind: 'possible' }> | undefined;

const ofReplicaSet: Ground = ({ pod, owner }) => {
  const kind = owner.kind === 'workload' ? owner.workload.direct.kind : undefined;
  if (kind === 'ReplicaSet' && pod.metadata.labels?.[TEMPLATE_HASH] !== undefined) return undefined;
  const whose = kind === undefined ? 'a pod without a workload' : `a pod of kind ${kind}`;
  return never('NotReplicaSet', `${whose} cannot be started in advance: only ReplicaSets of Deployments adopt pods`);
};

const ofDeployment: Ground = ({ owner }) => {
  if (owner.kind !== 'workload') return undefined;
  const { ref, strategy, rollout } = owner.workload;
  const who = `${ref.kind} ${ref.name}`;
  if (strategy === 'Recreate') return never('Recreate', `${who} has the strategy Recreate: it does not bear two pods`);
  if (rollout === 'paused') return notNow('Paused', `${who} is paused`);
  if (rollout !== 'steady') return notNow('NotSteady', `${who} is not steady: ${rollout}`);
  return undefined;
};

const freeOfClaims: Ground = ({ claims }) => {
  const claim = claims.find(({ accessModes }) => accessModes?.some(isShared) !== true);
  if (claim === undefined) return undefined;
  const modes = claim.accessModes?.join(', ') ?? 'unknown';
  return never('VolumeHeld', `volume claim ${claim.name} (${modes}) cannot be used by two pods on two nodes`);
};

const isShared = (mode: AccessMode): boolean => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany';

const nobodyElses: Ground = ({ pod, otherControllers }) => {
  if (otherControllers.length === 0) return undefined;
  const labels = withoutHash(pod.metadata.labels ?? {});
  const taker = otherControllers.find(({ selector }) => selects(selector, labels));
  if (taker === undefined) return undefined;
  return never('AdoptedByAnother', `${taker.kind} ${taker.name} would take the clone for its own`);
};

const permitted: Ground = ({ right }) =>
  right === 'held'
    ? undefined
    : never('NoRight', 'starting a pod in advance takes the right to create pods, which is opt-in and not granted');

const grounds: readonly Ground[] = [ofReplicaSet, ofDeployment, freeOfClaims, nobodyElses, permitted];

/** The first ground against it, or that there is none. Quotas and admission are left to the API server: a pod it refuses leaves nothing behind. */
export function surgeChanceOf(subject: SurgeSubject): SurgeChance {
  for (const ground of grounds) {
    const against = ground(subject);
    if (against !== undefined) return against;
  }
  return { kind: 'possible' };
}

function withoutHash(labels: StringMap): StringMap {
  return Object.fromEntries(Object.entries(labels).filter(([key]) => key !== TEMPLATE_HASH));
}

function never(reason: string, message: string): Exclude<SurgeChance, { kind: 'possible' }> {
  return { kind: 'never', reason, message };
}

function notNow(reason: string, message: string): Exclude<SurgeChance, { kind: 'possible' }> {
  return { kind: 'not-now', reason, message };
}
