import type { KubeObject } from '../support/kube-api.ts';
import { aContainer } from '../support/workloads.ts';

/** A pod that no node of the test can take, and what else must be there for it. */
export interface PendingCase {
  readonly name: string;
  readonly spec: KubeObject;
  readonly labels?: Readonly<Record<string, string>>;
  /** By path below the test's namespace, or from the root. */
  readonly beside?: readonly { readonly path: string; readonly object: KubeObject }[];
}

const hostname = 'kubernetes.io/hostname';
const zone = 'topology.kubernetes.io/zone';

/** What the test's own nodes carry: some cases go there, the rest of them nowhere. */
export interface Place {
  readonly namespace: string;
  readonly pool: Readonly<Record<string, string>>;
}

const claims = 'persistentvolumeclaims';
const classes = '/apis/storage.k8s.io/v1/storageclasses';

const claim = (name: string, more: KubeObject): KubeObject => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } }, ...more },
});

const mounting = (claimName: string): KubeObject => ({
  volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }],
});

const asking = (requests: Readonly<Record<string, string>>): KubeObject => ({ containers: [aContainer(requests)] });

const near = (kind: 'podAffinity' | 'podAntiAffinity', matchLabels: KubeObject, topologyKey: string): KubeObject => ({
  affinity: {
    [kind]: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels } }] },
  },
});

/** One for each way of being refused that a cluster of hollow nodes can show. */
export function pendingCases({ namespace, pool }: Place): readonly PendingCase[] {
  const storageClass = (name: string, volumeBindingMode: string): { path: string; object: KubeObject } => ({
    path: classes,
    object: {
      metadata: { name: `${namespace}-${name}` },
      provisioner: 'kubernetes.io/no-provisioner',
      volumeBindingMode,
    },
  });
  return [
    { name: 'cpu', spec: asking({ cpu: '200' }) },
    { name: 'memory-and-cpu', spec: asking({ cpu: '14', memory: '900Gi' }) },
    { name: 'devices', spec: { containers: [deviceContainer()] } },
    { name: 'selector', spec: { nodeSelector: { ...pool, disk: 'ssd' } } },
    { name: 'named-ghost', spec: { affinity: onlyNode(`${namespace}-ghost`) } },
    { name: 'named-small', spec: { ...asking({ cpu: '15' }), affinity: onlyNode(`${namespace}-0000`) } },
    { name: 'on-cordoned', spec: { nodeSelector: { [hostname]: `${namespace}-0004` } } },
    { name: 'on-tainted', spec: { nodeSelector: { [hostname]: `${namespace}-0005` } } },
    { name: 'far-from-guards', spec: { nodeSelector: pool, ...near('podAntiAffinity', { app: 'guard' }, hostname) } },
    { name: 'unwelcome', labels: { hates: 'guards' }, spec: { nodeSelector: pool } },
    { name: 'near-nobody', spec: near('podAffinity', { app: 'nobody' }, zone) },
    {
      name: 'uneven',
      labels: { app: 'crowd' },
      spec: { nodeSelector: { ...pool, [zone]: 'zone-a' }, ...spread(zone) },
    },
    { name: 'no-rack', labels: { app: 'crowd' }, spec: spread('rack') },
    { name: 'port', spec: { nodeSelector: pool, containers: [portContainer()] } },
    { name: 'no-claim', spec: mounting('absent') },
    {
      name: 'unbound',
      spec: mounting('unbound'),
      beside: [
        storageClass('at-once', 'Immediate'),
        { path: claims, object: claim('unbound', { storageClassName: `${namespace}-at-once` }) },
      ],
    },
    {
      name: 'waiting',
      spec: { nodeSelector: pool, ...mounting('waiting') },
      beside: [
        storageClass('later', 'WaitForFirstConsumer'),
        { path: claims, object: claim('waiting', { storageClassName: `${namespace}-later` }) },
      ],
    },
    {
      name: 'elsewhere',
      spec: { nodeSelector: pool, ...mounting('elsewhere') },
      beside: [
        { path: '/api/v1/persistentvolumes', object: localVolume(namespace) },
        { path: claims, object: claim('elsewhere', { storageClassName: '', volumeName: `${namespace}-local` }) },
      ],
    },
  ];
}

/** One guard on every node that takes pods; it has the port, and will not have some others near. */
export function guards(pool: Place['pool']): KubeObject {
  const labels = { app: 'guard' };
  const spec = {
    nodeSelector: pool,
    containers: [portContainer()],
    ...near('podAntiAffinity', { hates: 'guards' }, hostname),
  };
  return {
    metadata: { name: 'guards' },
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

/** A crowd in one zone. */
export function crowd(pool: Place['pool'], replicas: number): KubeObject {
  const labels = { app: 'crowd' };
  const spec = { nodeSelector: { ...pool, [zone]: 'zone-a' }, containers: [aContainer()] };
  return {
    metadata: { name: 'crowd' },
    spec: { replicas, selector: { matchLabels: labels }, template: { metadata: { labels }, spec } },
  };
}

const onlyNode = (name: string): KubeObject => ({
  nodeAffinity: {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: [name] }] }],
    },
  },
});

const spread = (topologyKey: string): KubeObject => ({
  topologySpreadConstraints: [
    {
      maxSkew: 1,
      topologyKey,
      whenUnsatisfiable: 'DoNotSchedule',
      nodeAffinityPolicy: 'Ignore',
      labelSelector: { matchLabels: { app: 'crowd' } },
    },
  ],
});

function deviceContainer(): KubeObject {
  const resources = { 'example.com/gpu': '1' };
  return { ...aContainer(), resources: { requests: resources, limits: resources } };
}

const portContainer = (): KubeObject => ({ ...aContainer(), ports: [{ containerPort: 8080, hostPort: 8080 }] });

function localVolume(namespace: string): KubeObject {
  const values = [`${namespace}-nowhere`];
  const term = { matchExpressions: [{ key: hostname, operator: 'In', values }] };
  return {
    metadata: { name: `${namespace}-local` },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: '',
      local: { path: '/data' },
      nodeAffinity: { required: { nodeSelectorTerms: [term] } },
    },
  };
}
