/** Everything in which the supported minors of Kubernetes place pods differently. Plugins ask it, never a version. */
export interface Dialect {
  /** The minor of Kubernetes 1 it speaks. */
  readonly minor: 34 | 35 | 36 | 37;
  /** Whether a refusal for a taint names the taint. */
  readonly namesTaints: boolean;
  /** Whether the node's name is looked at before its being cordoned, or after. */
  readonly nameFirst: boolean;
  /** Tolerations with `Lt` and `Gt`: an alpha gate, off in all minors. */
  readonly comparesTaints: boolean;
  /** Whether pods of a scheduling group are placed as a group, which is not modelled: a gate that is off in all minors. */
  readonly placesGroups: boolean;
  /** Whether the score of free resources reckons with what a pod asks for as a whole. */
  readonly fitScoresPodLevel: boolean;
  /** How a resize counts: the largest reading of each container, or the largest of the pod's sums. */
  readonly resize: 'largest-of-each' | 'largest-sum';
  /** Whether the pod's own status counts in a resize. */
  readonly podLevelResize: boolean;
  readonly filtersDeclaredFeatures: boolean;
  /** Whether a CSI driver that asks for it must be on the node. */
  readonly wantsDrivers: boolean;
  readonly scoresStorageCapacity: boolean;
  /** What balance is worth: how level the node is with the pod, or how much more level than without it. */
  readonly balance: 'with-pod' | 'improvement';
  /** Whether image volumes count in image locality, and among the images they are divided by. */
  readonly imageVolumes: 'ignored' | 'not-divided-by' | 'counted';
  /** Whether device claims may stand in for an extended resource that a node lacks. */
  readonly claimsServeExtendedResources: boolean;
  /** What the score of device claims weighs. */
  readonly claimsWeight: 0 | 2;
  /** Whether a pod that is still gated reserves the node it is nominated to. */
  readonly heedsGatedNominations: boolean;
  /** Whether namespace selectors that say what must not be (NotIn, DoesNotExist) are read as written. */
  readonly readsNegativeNamespaceSelectors: boolean;
  /** Whether the last words of a refusal before any node was looked at are "not found". */
  readonly endsInNotFound: boolean;
}

const v134: Dialect = {
  minor: 34,
  namesTaints: true,
  nameFirst: false,
  comparesTaints: false,
  placesGroups: false,
  fitScoresPodLevel: true,
  resize: 'largest-of-each',
  podLevelResize: false,
  filtersDeclaredFeatures: false,
  wantsDrivers: false,
  scoresStorageCapacity: false,
  balance: 'with-pod',
  imageVolumes: 'ignored',
  claimsServeExtendedResources: false,
  claimsWeight: 0,
  heedsGatedNominations: false,
  readsNegativeNamespaceSelectors: false,
  endsInNotFound: false,
};

const v135: Dialect = {
  ...v134,
  minor: 35,
  namesTaints: false,
  fitScoresPodLevel: false,
  claimsWeight: 2,
};

const v136: Dialect = {
  ...v135,
  minor: 36,
  podLevelResize: true,
  filtersDeclaredFeatures: true,
  balance: 'improvement',
  imageVolumes: 'not-divided-by',
  claimsServeExtendedResources: true,
};

const v137: Dialect = {
  ...v136,
  minor: 37,
  nameFirst: true,
  resize: 'largest-sum',
  wantsDrivers: true,
  scoresStorageCapacity: true,
  imageVolumes: 'counted',
  heedsGatedNominations: true,
  readsNegativeNamespaceSelectors: true,
  endsInNotFound: true,
};

/** The dialects, oldest first. */
export const dialects: readonly Dialect[] = [v134, v135, v136, v137];

/** What is spoken where nobody says otherwise. */
export const newestDialect: Dialect = v137;

/** A dialect, and whether it is the cluster's own or the newest in place of one that is not known. */
export interface DialectChoice {
  readonly dialect: Dialect;
  readonly known: boolean;
}

/** The dialect of a cluster by the minor its API server reports ("36", "36+"). One that is not known gets the newest, and says so. */
export function dialectOf(minor: string): DialectChoice {
  const digits = /^\d+/.exec(minor)?.[0];
  const dialect = dialects.find((each) => String(each.minor) === digits);
  return { dialect: dialect ?? newestDialect, known: dialect !== undefined };
}
