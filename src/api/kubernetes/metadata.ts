/** String to string: labels, annotations. May hold any key, `__proto__` too: read it with `Object.hasOwn`. */
export type StringMap = Readonly<Record<string, string>>;

/** Resource name to quantity, as Kubernetes writes it ("100m", "1Gi"). */
export type Quantities = Readonly<Record<string, string>>;

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
}

/** What is kept of `metadata`. Instants are RFC 3339 texts. */
export interface ObjectMeta {
  readonly name: string;
  /** Absent where a kind has no namespaces. */
  readonly namespace?: string;
  readonly uid: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: StringMap;
  readonly annotations?: StringMap;
  readonly ownerReferences?: readonly OwnerReference[];
  readonly finalizers?: readonly string[];
}

/** Any object of Kubernetes, as far as everything has it. */
export interface KubernetesObject {
  readonly metadata: ObjectMeta;
}

export interface Condition {
  readonly type: string;
  readonly status: 'True' | 'False' | 'Unknown';
  readonly reason?: string;
  readonly message?: string;
  readonly lastTransitionTime?: string;
  readonly observedGeneration?: number;
}
