/** What every Kubernetes object has, as far as the client itself looks; what else it has is its kind's affair. */
export interface KubeObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: ObjectMeta;
  readonly spec?: object;
  readonly status?: object;
  readonly data?: object;
}

export interface ObjectMeta {
  readonly name?: string;
  readonly generateName?: string;
  /** Absent for what belongs to no namespace. */
  readonly namespace?: string;
  readonly uid?: string;
  /** Opaque: compared for equality only. */
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
}
