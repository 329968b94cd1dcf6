import type { World } from '../world.ts';

/** What differs between minor versions, at their default gates. Plugins ask this, never for a version. */
export interface Dialect {
  readonly nodeNameFirst: boolean;
  readonly nodeNameNarrows: boolean;
  /** An untolerated taint is named in the refusal. */
  readonly taintIsNamed: boolean;
  /** Tolerations with Lt and Gt. */
  readonly numericTolerations: boolean;
  /** Requests of pods in the middle of a resize: the greatest of three sums, or the sum of the greatest. */
  readonly resize: 'greatest-of-sums' | 'sum-of-greatest';
  /** What a pod as a whole was granted counts too. */
  readonly podLevelStatus: boolean;
  /** NodeResourcesFit's score reads the incoming pod's own `spec.resources`. */
  readonly fitScoresPodLevel: boolean;
  readonly declaredFeatures: boolean;
  readonly driverMayBeRequired: boolean;
  readonly storageCapacityScores: boolean;
  readonly claimsScore: boolean;
  readonly balanceByImprovement: boolean;
  /** Whether image volumes add to the sum, and whether they add to what it is divided by. */
  readonly imageVolumes: 'ignored' | 'summed' | 'counted';
  /** A selector without a positive term matches every namespace: a fault of the older versions. */
  readonly negativeNamespaceSelectorsMatchAll: boolean;
  readonly gatedNominationsCount: boolean;
  /** Pods of a scheduling group are placed as a group, which is not modelled. */
  readonly groups: boolean;
}

const v134: Dialect = {
  nodeNameFirst: false,
  nodeNameNarrows: false,
  taintIsNamed: true,
  numericTolerations: false,
  resize: 'sum-of-greatest',
  podLevelStatus: false,
  fitScoresPodLevel: true,
  declaredFeatures: false,
  driverMayBeRequired: false,
  storageCapacityScores: false,
  claimsScore: false,
  balanceByImprovement: false,
  imageVolumes: 'ignored',
  negativeNamespaceSelectorsMatchAll: true,
  gatedNominationsCount: false,
  groups: false,
};

const v135: Dialect = { ...v134, taintIsNamed: false, fitScoresPodLevel: false, claimsScore: true };

const v136: Dialect = {
  ...v135,
  podLevelStatus: true,
  declaredFeatures: true,
  balanceByImprovement: true,
  imageVolumes: 'summed',
};

const v137: Dialect = {
  ...v136,
  nodeNameFirst: true,
  nodeNameNarrows: true,
  resize: 'greatest-of-sums',
  driverMayBeRequired: true,
  storageCapacityScores: true,
  imageVolumes: 'counted',
  negativeNamespaceSelectorsMatchAll: false,
  gatedNominationsCount: true,
};

export const dialects: Readonly<Record<NonNullable<World['dialect']>, Dialect>> = {
  '1.34': v134,
  '1.35': v135,
  '1.36': v136,
  '1.37': v137,
};
