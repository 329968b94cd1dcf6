import type { PodAffinity } from '#api/kubernetes/affinity.ts';
import { type HostPort, hostPortsOf } from '#api/host-ports.ts';
import type { Container } from '#api/kubernetes/container.ts';
import type { PodSpec } from '#api/kubernetes/pod.ts';
import type { Volume } from '#api/kubernetes/volume.ts';
import { type PodTerm, podTermsOf } from './pod-term.ts';
import type { PodUsage } from './pod-usage.ts';
import type { TermGroup, TermKind } from './term-groups.ts';

/** A term that the pods of a shape carry to their node. */
export interface CarriedTerm {
  readonly kind: TermKind;
  readonly term: PodTerm;
  /** Negative where it is against pods. */
  readonly weight: number;
}

/** All that placement reads of a spec, shared by every pod of the namespace that asks for the same, as siblings of a ReplicaSet. */
export interface PodShape {
  readonly id: number;
  readonly namespace: string;
  readonly spec: PodSpec;
  /** What it takes by its spec alone. */
  readonly usage: PodUsage;
  /** What upstream's score of free resources reckons with, which is not quite the above. */
  readonly scored: PodUsage;
  readonly hostPorts: readonly HostPort[];
  /** Keys (namespace/name) of the claims it mounts; generic ephemeral ones do not count. */
  readonly claims: readonly string[];
  readonly carried: readonly CarriedTerm[];
  /** `carried`, found among the groups; filled in when the first pod of the shape is placed. */
  groups: readonly TermGroup[] | undefined;
}

const containerFields = ({
  name,
  image,
  resources,
  ports,
  restartPolicy,
  restartPolicyRules,
  volumeMounts,
}: Container) => ({
  name,
  image,
  resources: resources?.requests === undefined ? undefined : { requests: resources.requests },
  ports: ports?.filter(({ hostPort }) => hostPort !== undefined && hostPort > 0),
  restartPolicy,
  restartPolicyRules,
  volumeMounts: volumeMounts?.filter(({ bindMountOptions }) => bindMountOptions !== undefined),
});

/** Of the other kinds placement reads nothing, and their names differ from pod to pod. */
const isRead = (volume: Volume): boolean =>
  [
    volume.persistentVolumeClaim,
    volume.ephemeral,
    volume.image,
    volume.gcePersistentDisk,
    volume.awsElasticBlockStore,
    volume.azureDisk,
    volume.cinder,
    volume.portworxVolume,
    volume.iscsi,
    volume.rbd,
  ].some((kind) => kind !== undefined);

/** The fields of a spec that two pods must share to share a shape. */
export function shapeFields(spec: PodSpec): PodSpec {
  const { initContainers, ephemeralContainers, volumes } = spec;
  const fields = {
    containers: spec.containers.map(containerFields),
    initContainers: initContainers?.map(containerFields),
    ephemeralContainers: ephemeralContainers?.map(containerFields),
    volumes: volumes?.filter(isRead),
    resources: spec.resources,
    overhead: spec.overhead,
    nodeSelector: spec.nodeSelector,
    affinity: spec.affinity,
    tolerations: spec.tolerations,
    topologySpreadConstraints: spec.topologySpreadConstraints,
    schedulingGroup: spec.schedulingGroup,
    resourceClaims: spec.resourceClaims,
    hostNetwork: spec.hostNetwork,
    hostUsers: spec.hostUsers,
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is undefined is absent to every reader
  return fields as PodSpec;
}

function carriedTerms({ affinity = {} }: PodSpec, namespace: string): CarriedTerm[] {
  const required = (rules: PodAffinity | undefined, kind: TermKind): CarriedTerm[] =>
    (podTermsOf(rules?.requiredDuringSchedulingIgnoredDuringExecution ?? [], namespace) ?? []).map((term) => ({
      kind,
      term,
      weight: 1,
    }));
  const preferred = (rules: PodAffinity | undefined, sign: 1 | -1): CarriedTerm[] => {
    const wishes = rules?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const terms = podTermsOf(
      wishes.map(({ podAffinityTerm }) => podAffinityTerm),
      namespace,
    );
    return (terms ?? []).map((term, at) => ({ kind: 'preferred', term, weight: wishes[at]!.weight * sign }));
  };
  return [
    ...required(affinity.podAntiAffinity, 'required-anti-affinity'),
    ...required(affinity.podAffinity, 'required-affinity'),
    ...preferred(affinity.podAffinity, 1),
    ...preferred(affinity.podAntiAffinity, -1),
  ];
}

function claimsOf({ volumes = [] }: PodSpec, namespace: string): string[] {
  const names = volumes.flatMap(({ persistentVolumeClaim }) => persistentVolumeClaim?.claimName ?? []);
  return [...new Set(names)].map((name) => `${namespace}/${name}`);
}

const NAMELESS = { name: '', uid: '' };

/** From 1.35 on, upstream's score of free resources forgets what a pod asks for as a whole. */
function withoutPodLevel(spec: PodSpec): PodSpec {
  const { resources: _, ...rest } = spec;
  return rest;
}

/** Gives pods that ask for the same one shape. */
export class PodShapes {
  readonly #byKey = new Map<string, PodShape>();
  readonly #usageOf: (spec: PodSpec) => PodUsage;
  readonly #scoresPodLevel: boolean;
  /** The last spec asked about: a pod is placed right after it was looked at. */
  #last: { readonly spec: PodSpec; readonly namespace: string; readonly shape: PodShape } | undefined;
  #made = 0;

  constructor(usageOf: (spec: PodSpec) => PodUsage, scoresPodLevel: boolean) {
    this.#usageOf = usageOf;
    this.#scoresPodLevel = scoresPodLevel;
  }

  of(spec: PodSpec, namespace: string): PodShape {
    if (this.#last?.spec === spec && this.#last.namespace === namespace) return this.#last.shape;
    const fields = shapeFields(spec);
    const key = `${namespace}\0${JSON.stringify(fields)}`;
    const shape = this.#byKey.get(key) ?? this.#make(key, fields, namespace);
    this.#last = { spec, namespace, shape };
    return shape;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** Forgets all others. */
  keep(used: ReadonlySet<PodShape>): void {
    for (const [key, shape] of this.#byKey) if (!used.has(shape)) this.#byKey.delete(key);
    this.#last = undefined;
  }

  #make(key: string, spec: PodSpec, namespace: string): PodShape {
    const usage = this.#usageOf(spec);
    const shape: PodShape = {
      id: this.#made++,
      namespace,
      spec,
      usage,
      scored: this.#scoresPodLevel ? usage : this.#usageOf(withoutPodLevel(spec)),
      hostPorts: hostPortsOf({ metadata: NAMELESS, spec }),
      claims: claimsOf(spec, namespace),
      carried: carriedTerms(spec, namespace),
      groups: undefined,
    };
    this.#byKey.set(key, shape);
    return shape;
  }
}
