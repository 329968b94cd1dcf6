/** Controllers that tests rely on. Those that need a cloud, a kubelet or signing rights beyond ours are left out. */
export const usualControllers: readonly string[] = [
  'deployment-controller',
  'replicaset-controller',
  'statefulset-controller',
  'daemonset-controller',
  'job-controller',
  'cronjob-controller',
  'disruption-controller',
  'garbage-collector-controller',
  'namespace-controller',
  'pod-garbage-collector-controller',
  'serviceaccount-controller',
  'root-ca-certificate-publisher-controller',
  'resourcequota-controller',
  'endpointslice-controller',
  'node-lifecycle-controller',
  'taint-eviction-controller',
  'horizontal-pod-autoscaler-controller',
  'ttl-after-finished-controller',
  'persistentvolume-binder-controller',
  'ephemeral-volume-controller',
];

type Flags = Readonly<Record<string, string>>;

export interface ControlPlaneOptions {
  /** Beside etcd and kube-apiserver; both by default. */
  readonly components?: readonly ('kube-controller-manager' | 'kube-scheduler')[];
  /** Canonical controller names; `usualControllers` by default. */
  readonly controllers?: readonly string[];
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /** Without the dashes: `{'max-requests-inflight': '0'}`. */
  readonly apiServerFlags?: Flags;
  readonly controllerManagerFlags?: Flags;
  readonly schedulerFlags?: Flags;
  /** Merged over the KubeSchedulerConfiguration that is written. */
  readonly schedulerConfiguration?: Readonly<Record<string, unknown>>;
  /** One line of JSON a request in `auditLog`, at level Metadata; on by default. */
  readonly audit?: boolean;
}

/** Flags of a run that measures throughput: no fairness, no limits in flight, no audit. */
export const throughput: ControlPlaneOptions = {
  audit: false,
  apiServerFlags: {
    'max-requests-inflight': '0',
    'max-mutating-requests-inflight': '0',
    'enable-priority-and-fairness': 'false',
  },
  controllerManagerFlags: { 'kube-api-qps': '5000', 'kube-api-burst': '5000' },
  schedulerConfiguration: { clientConnection: { qps: 5000, burst: 5000 } },
};
