import { join } from 'node:path';
import { type ControlPlaneOptions, usualControllers } from './options.ts';

/** Where this run's things are. */
export interface Place {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly ports: Readonly<Record<'etcd' | 'etcdPeer' | 'apiserver' | 'controllerManager' | 'scheduler', number>>;
}

const flags = (values: Readonly<Record<string, string>>): string[] =>
  Object.entries(values).map(([name, value]) => `--${name}=${value}`);

const gates = ({ featureGates = {} }: ControlPlaneOptions): Record<string, string> => {
  const listed = Object.entries(featureGates).map(([gate, on]) => `${gate}=${on}`);
  return listed.length === 0 ? {} : { 'feature-gates': listed.join(',') };
};

const openPaths = { 'authorization-always-allow-paths': '/healthz,/readyz,/livez,/metrics' };

export function etcdArguments({ folder, ports }: Place): string[] {
  const client = `http://127.0.0.1:${ports.etcd}`;
  const peer = `http://127.0.0.1:${ports.etcdPeer}`;
  return flags({
    name: 'n0',
    'data-dir': join(folder, 'etcd'),
    'unsafe-no-fsync': 'true',
    'log-level': 'warn',
    'listen-client-urls': client,
    'advertise-client-urls': client,
    'listen-peer-urls': peer,
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `n0=${peer}`,
  });
}

export function apiServerArguments(place: Place, options: ControlPlaneOptions): string[] {
  const key = (name: string): string => join(place.folder, 'keys', name);
  return flags({
    'etcd-servers': `http://127.0.0.1:${place.ports.etcd}`,
    'cert-dir': join(place.folder, 'run'),
    'bind-address': '127.0.0.1',
    'secure-port': String(place.ports.apiserver),
    'advertise-address': '127.0.0.1',
    'endpoint-reconciler-type': 'none',
    'service-cluster-ip-range': '10.0.0.0/24',
    'allow-privileged': 'true',
    'tls-cert-file': key('apiserver.crt'),
    'tls-private-key-file': key('apiserver.key'),
    'client-ca-file': key('ca.crt'),
    'authorization-mode': 'Node,RBAC',
    'service-account-issuer': 'https://kubernetes.default.svc.cluster.local',
    'service-account-key-file': key('sa.pub'),
    'service-account-signing-key-file': key('sa.key'),
    'requestheader-client-ca-file': key('front-proxy-ca.crt'),
    'requestheader-allowed-names': 'front-proxy-client',
    'requestheader-username-headers': 'X-Remote-User',
    'requestheader-group-headers': 'X-Remote-Group',
    'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
    'proxy-client-cert-file': key('front-proxy-client.crt'),
    'proxy-client-key-file': key('front-proxy-client.key'),
    ...(options.audit === false
      ? {}
      : { 'audit-policy-file': join(place.folder, 'audit-policy.yaml'), 'audit-log-path': auditLogPath(place.folder) }),
    ...gates(options),
    ...options.apiServerFlags,
  });
}

export const auditLogPath = (folder: string): string => join(folder, 'logs', 'audit.log');

/** Metadata of every finished request: who did what to which resource, and what was answered. What is done to pods, whole. */
export const auditPolicy: object = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived', 'ResponseStarted'],
  rules: [
    {
      level: 'Request',
      verbs: ['create', 'patch', 'delete', 'deletecollection'],
      resources: [{ group: '', resources: ['pods', 'pods/eviction'] }],
    },
    { level: 'Metadata' },
  ],
};

export function controllerManagerArguments(
  { folder, kubeconfig, ports }: Place,
  options: ControlPlaneOptions,
): string[] {
  return flags({
    kubeconfig,
    'authentication-kubeconfig': kubeconfig,
    'authorization-kubeconfig': kubeconfig,
    'bind-address': '127.0.0.1',
    'secure-port': String(ports.controllerManager),
    ...openPaths,
    'leader-elect': 'false',
    'use-service-account-credentials': 'false',
    'allocate-node-cidrs': 'false',
    'service-account-private-key-file': join(folder, 'keys', 'sa.key'),
    'root-ca-file': join(folder, 'keys', 'ca.crt'),
    'kube-api-qps': '200',
    'kube-api-burst': '400',
    controllers: (options.controllers ?? usualControllers).join(','),
    ...gates(options),
    ...options.controllerManagerFlags,
  });
}

export function schedulerArguments({ folder, kubeconfig, ports }: Place, options: ControlPlaneOptions): string[] {
  return flags({
    config: join(folder, 'scheduler.yaml'),
    'authentication-kubeconfig': kubeconfig,
    'authorization-kubeconfig': kubeconfig,
    'bind-address': '127.0.0.1',
    'secure-port': String(ports.scheduler),
    ...openPaths,
    ...gates(options),
    ...options.schedulerFlags,
  });
}

/** JSON, which is YAML too. The client connection stands here, since `--kubeconfig` is ignored beside `--config`. */
export function schedulerConfiguration({ kubeconfig }: Place, options: ControlPlaneOptions): object {
  const { clientConnection = {}, ...rest } = options.schedulerConfiguration ?? {};
  return {
    apiVersion: 'kubescheduler.config.k8s.io/v1',
    kind: 'KubeSchedulerConfiguration',
    leaderElection: { leaderElect: false },
    clientConnection: { kubeconfig, qps: 200, burst: 400, ...(clientConnection as object) },
    ...rest,
  };
}
