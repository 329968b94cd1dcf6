import type { KubeObject } from './kube-api.ts';

/** Objects of one kind, with as much in them as the API server takes. */
export interface RichObjects {
  /** Its message: `k8s.io.api.core.v1.Pod`. */
  readonly message: string;
  /** Where they are written and listed. */
  readonly path: string;
  readonly objects: readonly KubeObject[];
  /** By the name of an object, what is patched into its status. */
  readonly statuses?: Readonly<Record<string, KubeObject>>;
}

const template = (labels: KubeObject): KubeObject => ({
  metadata: { labels, annotations: { 'example.org/a': '' } },
  spec: { containers: [{ name: 'app', image: 'app' }], nodeSelector: { nowhere: 'yes' } },
});

const pod = (name: string): KubeObject => ({
  metadata: {
    name,
    labels: { app: 'web', tier: '' },
    annotations: { 'example.org/text': 'a <b> & "c" \\ \u2028 ž 日本 🚢\n', empty: '' },
    finalizers: ['example.org/held'],
    ownerReferences: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        name: 'own',
        uid: 'b5e2a5a8-0000-4000-8000-000000000000',
        controller: false,
      },
    ],
  },
  spec: {
    schedulerName: 'nobody',
    priorityClassName: 'system-cluster-critical',
    terminationGracePeriodSeconds: 5,
    activeDeadlineSeconds: 9_000_000,
    enableServiceLinks: false,
    shareProcessNamespace: true,
    hostname: 'h',
    nodeSelector: { pool: 'a', zone: '' },
    dnsConfig: { nameservers: ['10.0.0.1'], options: [{ name: 'ndots', value: '2' }, { name: 'x' }] },
    hostAliases: [{ ip: '10.1.1.1', hostnames: ['a', 'b'] }],
    readinessGates: [{ conditionType: 'example.org/gate' }],
    schedulingGates: [{ name: 'example.org/wait' }],
    imagePullSecrets: [{ name: 'pull' }, {}],
    tolerations: [
      { key: 'a', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 },
      { key: 'b', value: 'c' },
      { operator: 'Exists' },
    ],
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey: 'zone',
        whenUnsatisfiable: 'DoNotSchedule',
        minDomains: 2,
        labelSelector: { matchLabels: { app: 'web' } },
        matchLabelKeys: ['pod-template-hash'],
      },
    ],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [
            {
              matchExpressions: [
                { key: 'k', operator: 'In', values: ['', 'v'] },
                { key: 'z', operator: 'Exists' },
              ],
            },
            { matchFields: [{ key: 'metadata.name', operator: 'NotIn', values: ['n'] }] },
          ],
        },
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 5, preference: { matchExpressions: [{ key: 'k', operator: 'Gt', values: ['3'] }] } },
        ],
      },
      podAffinity: {
        preferredDuringSchedulingIgnoredDuringExecution: [
          { weight: 1, podAffinityTerm: { topologyKey: 't', namespaceSelector: {}, labelSelector: {} } },
        ],
      },
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          {
            topologyKey: 't',
            namespaces: ['a'],
            labelSelector: { matchExpressions: [{ key: 'app', operator: 'In', values: ['web'] }] },
          },
        ],
      },
    },
    securityContext: {
      runAsUser: 0,
      runAsNonRoot: false,
      fsGroup: 5,
      supplementalGroups: [1, 2_000_000_000],
      seLinuxOptions: { level: 's0' },
      sysctls: [{ name: 'kernel.shm_rmid_forced', value: '0' }],
      seccompProfile: { type: 'RuntimeDefault' },
    },
    volumes: [
      { name: 'empty', emptyDir: {} },
      { name: 'memory', emptyDir: { medium: 'Memory', sizeLimit: '1.5Gi' } },
      { name: 'host', hostPath: { path: '/x', type: '' } },
      {
        name: 'secret',
        secret: { secretName: 's', optional: false, defaultMode: 0, items: [{ key: 'a', path: 'b', mode: 256 }] },
      },
      { name: 'config', configMap: { name: 'c' } },
      { name: 'claim', persistentVolumeClaim: { claimName: 'c', readOnly: true } },
      {
        name: 'ephemeral',
        ephemeral: {
          volumeClaimTemplate: {
            spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
          },
        },
      },
      { name: 'csi', csi: { driver: 'd', volumeAttributes: { a: 'b' } } },
      { name: 'nfs', nfs: { server: 's', path: '/' } },
      {
        name: 'projected',
        projected: {
          sources: [
            { serviceAccountToken: { path: 't', expirationSeconds: 700 } },
            {
              downwardAPI: {
                items: [
                  { path: 'p', resourceFieldRef: { resource: 'limits.cpu', containerName: 'app' } },
                  { path: 'q', fieldRef: { fieldPath: 'metadata.name' } },
                ],
              },
            },
            { configMap: { name: 'x', optional: true } },
          ],
        },
      },
    ],
    initContainers: [{ name: 'first', image: 'i', restartPolicy: 'Always', command: ['sh', '-c', ''] }],
    containers: [
      {
        name: 'app',
        image: 'registry.example/app:1',
        args: ['', 'x'],
        stdin: true,
        ports: [{ containerPort: 80 }, { name: 'dns', containerPort: 53, protocol: 'UDP', hostPort: 5353 }],
        env: [
          { name: 'EMPTY', value: '' },
          { name: 'NONE' },
          { name: 'REF', valueFrom: { secretKeyRef: { name: 's', key: 'k', optional: false } } },
          { name: 'CPU', valueFrom: { resourceFieldRef: { resource: 'requests.cpu', divisor: '1m' } } },
        ],
        envFrom: [{ prefix: 'P', configMapRef: { name: 'c' } }],
        resources: {
          requests: { cpu: '0.1', memory: '64Mi', 'example.org/gpu': '1' },
          limits: { cpu: '2', memory: '1e9', 'example.org/gpu': '1' },
        },
        volumeMounts: [
          { name: 'empty', mountPath: '/e', subPath: 's' },
          { name: 'host', mountPath: '/h', readOnly: true },
        ],
        livenessProbe: {
          httpGet: { port: 'http', path: '/', httpHeaders: [{ name: 'A', value: '' }] },
          initialDelaySeconds: 0,
          terminationGracePeriodSeconds: 3,
        },
        readinessProbe: { tcpSocket: { port: 80 }, periodSeconds: 1 },
        startupProbe: { grpc: { port: 5, service: '' } },
        lifecycle: { preStop: { exec: { command: ['true'] } }, postStart: { sleep: { seconds: 1 } } },
        securityContext: {
          privileged: false,
          capabilities: { add: ['NET_ADMIN'], drop: [] },
          allowPrivilegeEscalation: true,
          readOnlyRootFilesystem: true,
        },
      },
    ],
  },
});

const podStatus: KubeObject = {
  phase: 'Pending',
  conditions: [
    {
      type: 'Ready',
      status: 'False',
      lastProbeTime: null,
      lastTransitionTime: '2026-01-02T03:04:05Z',
      reason: '',
      message: 'no',
    },
    { type: 'example.org/gate', status: 'True' },
  ],
  hostIP: '10.0.0.1',
  podIPs: [{ ip: '10.1.0.1' }],
  podIP: '10.1.0.1',
  startTime: '1970-01-01T00:00:00Z',
  qosClass: 'Burstable',
  containerStatuses: [
    {
      name: 'app',
      image: '',
      imageID: '',
      ready: false,
      restartCount: 0,
      started: false,
      state: { waiting: { reason: 'X' } },
      lastState: { terminated: { exitCode: 0, startedAt: null, finishedAt: '2026-01-02T03:04:05Z' } },
    },
    {
      name: 'b',
      image: 'b',
      imageID: 'i',
      ready: true,
      restartCount: 7,
      state: { running: { startedAt: '2026-01-02T03:04:05Z' } },
      allocatedResources: { cpu: '100m' },
    },
  ],
};

/** All the kinds the message table is for. Names of the whole cluster begin with the namespace. */
export function richObjects(namespace: string): readonly RichObjects[] {
  const core = `/api/v1/namespaces/${namespace}`;
  const named = (group: string): string => `/apis/${group}/namespaces/${namespace}`;
  const own = `${namespace}-a`;
  const selector = { matchLabels: { app: 'x' } };
  const workload = { selector, template: template({ app: 'x' }) };
  const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, storageClassName: '' };
  const job = { template: { ...template({ job: 'x' }), spec: { ...template({}).spec, restartPolicy: 'Never' } } };
  return [
    {
      message: 'k8s.io.api.core.v1.Pod',
      path: `${core}/pods`,
      objects: [pod('rich'), pod('other')],
      statuses: { rich: podStatus },
    },
    {
      message: 'k8s.io.api.core.v1.ConfigMap',
      path: `${core}/configmaps`,
      objects: [
        { metadata: { name: 'c' }, data: { a: '', b: 'x\ny' }, binaryData: { c: 'AAEC' }, immutable: false },
        { metadata: { name: 'd' } },
      ],
    },
    { message: 'k8s.io.api.core.v1.Namespace', path: '/api/v1/namespaces', objects: [] },
    {
      message: 'k8s.io.api.core.v1.Node',
      path: '/api/v1/nodes',
      objects: [
        {
          metadata: { name: own, labels: { zone: 'a' } },
          spec: {
            podCIDR: '10.2.0.0/24',
            podCIDRs: ['10.2.0.0/24'],
            providerID: 'x://y',
            unschedulable: true,
            taints: [
              { key: 'k', effect: 'NoSchedule' },
              { key: 'l', value: 'v', effect: 'NoExecute', timeAdded: '2026-01-02T03:04:05Z' },
            ],
          },
        },
      ],
      statuses: {
        [own]: {
          capacity: { cpu: '4', memory: '16Gi', pods: '110' },
          allocatable: { cpu: '3900m', memory: '15Gi' },
          addresses: [
            { type: 'InternalIP', address: '10.0.0.1' },
            { type: 'Hostname', address: '' },
          ],
          conditions: [
            { type: 'Ready', status: 'Unknown', lastHeartbeatTime: '2026-01-02T03:04:05Z', reason: 'r', message: '' },
          ],
          images: [{ names: ['a', 'b'], sizeBytes: 5_000_000_000 }],
          nodeInfo: { machineID: 'm', kubeletVersion: 'v1.37.2' },
          volumesAttached: [{ name: 'v', devicePath: '' }],
        },
      },
    },
    {
      message: 'k8s.io.api.core.v1.PersistentVolume',
      path: '/api/v1/persistentvolumes',
      objects: [
        {
          metadata: { name: own },
          spec: {
            capacity: { storage: '5Gi' },
            accessModes: ['ReadWriteOnce'],
            persistentVolumeReclaimPolicy: 'Retain',
            csi: { driver: 'd', volumeHandle: 'h', readOnly: true, fsType: '', volumeAttributes: { a: '' } },
            nodeAffinity: {
              required: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }] },
            },
            mountOptions: ['ro'],
          },
        },
        {
          metadata: { name: `${namespace}-b` },
          spec: {
            capacity: { storage: '1' },
            accessModes: ['ReadOnlyMany'],
            nfs: { server: 's', path: '/p' },
            storageClassName: 'slow',
            claimRef: { namespace: 'x', name: 'y' },
          },
        },
      ],
    },
    {
      message: 'k8s.io.api.core.v1.PersistentVolumeClaim',
      path: `${core}/persistentvolumeclaims`,
      objects: [
        { metadata: { name: 'c' }, spec: { ...claim, dataSource: { kind: 'PersistentVolumeClaim', name: 'z' } } },
      ],
    },
    {
      message: 'k8s.io.api.apps.v1.Deployment',
      path: `${named('apps/v1')}/deployments`,
      objects: [
        {
          metadata: { name: 'd' },
          spec: {
            ...workload,
            replicas: 0,
            paused: true,
            strategy: { rollingUpdate: { maxSurge: '30%', maxUnavailable: 0 } },
          },
        },
        { metadata: { name: 'e' }, spec: { ...workload, replicas: 2, strategy: { type: 'Recreate' } } },
      ],
    },
    {
      message: 'k8s.io.api.apps.v1.ReplicaSet',
      path: `${named('apps/v1')}/replicasets`,
      objects: [{ metadata: { name: 'r' }, spec: { ...workload, replicas: 0 } }],
    },
    {
      message: 'k8s.io.api.apps.v1.StatefulSet',
      path: `${named('apps/v1')}/statefulsets`,
      objects: [
        {
          metadata: { name: 's' },
          spec: {
            ...workload,
            serviceName: '',
            replicas: 0,
            volumeClaimTemplates: [{ metadata: { name: 'v' }, spec: claim }],
          },
        },
      ],
    },
    {
      message: 'k8s.io.api.apps.v1.DaemonSet',
      path: `${named('apps/v1')}/daemonsets`,
      objects: [{ metadata: { name: 'd' }, spec: workload }],
    },
    {
      message: 'k8s.io.api.batch.v1.Job',
      path: `${named('batch/v1')}/jobs`,
      objects: [
        {
          metadata: { name: 'j' },
          spec: {
            ...job,
            suspend: true,
            completions: 3,
            podFailurePolicy: {
              rules: [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] }],
            },
          },
        },
      ],
    },
    {
      message: 'k8s.io.api.batch.v1.CronJob',
      path: `${named('batch/v1')}/cronjobs`,
      objects: [
        {
          metadata: { name: 'c' },
          spec: { schedule: '0 0 1 1 *', suspend: true, successfulJobsHistoryLimit: 0, jobTemplate: { spec: job } },
        },
      ],
    },
    {
      message: 'k8s.io.api.policy.v1.PodDisruptionBudget',
      path: `${named('policy/v1')}/poddisruptionbudgets`,
      objects: [
        { metadata: { name: 'p' }, spec: { minAvailable: '50%', selector } },
        {
          metadata: { name: 'n' },
          spec: { maxUnavailable: 0, selector: {}, unhealthyPodEvictionPolicy: 'AlwaysAllow' },
        },
      ],
      statuses: {
        p: {
          disruptedPods: { x: '2026-01-02T03:04:05Z' },
          disruptionsAllowed: 0,
          currentHealthy: 0,
          desiredHealthy: 0,
          expectedPods: 0,
        },
      },
    },
    {
      message: 'k8s.io.api.scheduling.v1.PriorityClass',
      path: '/apis/scheduling.k8s.io/v1/priorityclasses',
      objects: [
        { metadata: { name: own }, value: -5, description: 'd', preemptionPolicy: 'Never' },
        { metadata: { name: `${namespace}-b` }, value: 0 },
      ],
    },
    {
      message: 'k8s.io.api.storage.v1.StorageClass',
      path: '/apis/storage.k8s.io/v1/storageclasses',
      objects: [
        {
          metadata: { name: own },
          provisioner: 'p',
          parameters: { a: '' },
          allowVolumeExpansion: false,
          volumeBindingMode: 'WaitForFirstConsumer',
          allowedTopologies: [{ matchLabelExpressions: [{ key: 'zone', values: ['a'] }] }],
        },
      ],
    },
    {
      message: 'k8s.io.api.storage.v1.CSINode',
      path: '/apis/storage.k8s.io/v1/csinodes',
      objects: [
        {
          metadata: { name: own },
          spec: { drivers: [{ name: 'd', nodeID: 'n', topologyKeys: ['zone'], allocatable: { count: 0 } }] },
        },
        { metadata: { name: `${namespace}-b` }, spec: { drivers: [] } },
      ],
    },
    {
      message: 'k8s.io.api.storage.v1.CSIDriver',
      path: '/apis/storage.k8s.io/v1/csidrivers',
      objects: [
        {
          metadata: { name: own },
          spec: { attachRequired: false, storageCapacity: true, tokenRequests: [{ audience: '' }] },
        },
      ],
    },
    {
      message: 'k8s.io.api.storage.v1.VolumeAttachment',
      path: '/apis/storage.k8s.io/v1/volumeattachments',
      objects: [
        { metadata: { name: own }, spec: { attacher: 'd', nodeName: 'n', source: { persistentVolumeName: 'p' } } },
      ],
      statuses: { [own]: { attached: false, attachError: { time: '2026-01-02T03:04:05Z', message: '' } } },
    },
    {
      message: 'k8s.io.api.storage.v1.CSIStorageCapacity',
      path: `${named('storage.k8s.io/v1')}/csistoragecapacities`,
      objects: [
        { metadata: { name: 'c' }, storageClassName: 's', capacity: '10Gi', nodeTopology: selector },
        { metadata: { name: 'd' }, storageClassName: 's' },
      ],
    },
    {
      message: 'k8s.io.api.coordination.v1.Lease',
      path: `${named('coordination.k8s.io/v1')}/leases`,
      objects: [
        {
          metadata: { name: 'l' },
          spec: {
            holderIdentity: '',
            leaseDurationSeconds: 15,
            acquireTime: '2026-01-02T03:04:05.000007Z',
            renewTime: '2026-01-02T03:04:05.120000Z',
            leaseTransitions: 0,
          },
        },
      ],
    },
    {
      message: 'k8s.io.api.autoscaling.v2.HorizontalPodAutoscaler',
      path: `${named('autoscaling/v2')}/horizontalpodautoscalers`,
      objects: [
        {
          metadata: { name: 'h' },
          spec: {
            scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' },
            minReplicas: 1,
            maxReplicas: 3,
            metrics: [
              { type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: 50 } } },
              {
                type: 'Pods',
                pods: { metric: { name: 'm' }, target: { type: 'AverageValue', averageValue: '1500m' } },
              },
            ],
            behavior: { scaleDown: { stabilizationWindowSeconds: 0 } },
          },
        },
      ],
    },
  ];
}
