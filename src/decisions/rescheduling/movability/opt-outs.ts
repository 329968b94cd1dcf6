import type { StringMap } from '#api/kubernetes/metadata.ts';
import { oncePer } from '#base/once-per.ts';

/** What people say on a pod about being moved, in our words and in those of the tools they know. */
export interface Wishes {
  /** The annotation that forbids it, as written; protective intent wins over any other. */
  readonly forbiddenBy?: { readonly key: string; readonly value: string };
  /** Its local data may be lost. */
  readonly givesUpLocalData: boolean;
  /** The volumes by name whose data may be lost. */
  readonly scratchVolumes: readonly string[];
  /** Moved only if nothing else helps. */
  readonly isLastResort: boolean;
  /** What is written and cannot be what was meant. */
  readonly warnings: readonly string[];
}

const SKIPPED = 'reschedule.skipped';
const SAFE_TO_EVICT = 'cluster-autoscaler.kubernetes.io/safe-to-evict';
const LOCAL_VOLUMES = 'cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes';
const PREFER_NOT = 'descheduler.alpha.kubernetes.io/prefer-no-eviction';

/** Each key, and the value that forbids. */
const forbidding: readonly (readonly [key: string, value: string])[] = [
  [SKIPPED, 'true'],
  [SAFE_TO_EVICT, 'false'],
  ['karpenter.sh/do-not-disrupt', 'true'],
  ['karpenter.sh/do-not-evict', 'true'], // the key that karpenter used before
];

const NONE: StringMap = {};

/** Reads them. A key without a value that says something is not a wish: `descheduler…/evict` never counts as consent. */
export const wishesOf = (annotations: StringMap = NONE): Wishes => read(annotations);

/** Several gates ask at every look. */
const read = oncePer((annotations: StringMap): Wishes => {
  const of = (key: string): string | undefined => (Object.hasOwn(annotations, key) ? annotations[key] : undefined);
  const forbidden = forbidding.find(([key, value]) => sense(of(key)) === value);
  return {
    ...(forbidden === undefined ? {} : { forbiddenBy: { key: forbidden[0], value: of(forbidden[0])! } }),
    givesUpLocalData: sense(of(SAFE_TO_EVICT)) === 'true',
    scratchVolumes: (of(LOCAL_VOLUMES) ?? '').split(',').map((name) => name.trim()),
    isLastResort: of(PREFER_NOT) !== undefined && sense(of(PREFER_NOT)) !== 'false',
    warnings: forbidding.map(([key]) => key).flatMap((key) => warning(key, of(key))),
  };
});

/** `True` of a hand-written file is meant as `true`. */
const sense = (value: string | undefined): string | undefined => value?.trim().toLowerCase();

function warning(key: string, value: string | undefined): readonly string[] {
  const said = sense(value);
  if (said === undefined || said === 'true' || said === 'false') return [];
  return [`annotation ${key}: "${value}" says neither "true" nor "false" and is not heeded`];
}
