import type { KubeObject } from '../support/kube-api.ts';
import type { KubeletEndpoint } from './hollow-listener.ts';
import type { HollowNodeSpec } from './node-spec.ts';

/** Seconds after which a lease not renewed counts as lapsed; the kubelet's own default. */
export const leaseSeconds = 40;

export const leasePath = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases';

/** What the kubelet keeps for itself and the system, in the size that managed clusters reserve. */
const reserved = { cpuMilli: 100, memoryMi: 512 };

const memoryMi = (quantity: string): number => Number.parseInt(quantity, 10) * 1024;

/** The Node as a kubelet registers it: status included, so that it is Ready from its first write. */
export function nodeObject(spec: HollowNodeSpec, address: string, now: Date): KubeObject {
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: spec.name, labels: nodeLabels(spec) },
    spec: { taints: spec.taints, podCIDR: '10.244.0.0/24' },
    status: nodeStatus(spec, address, now),
  };
}

function nodeLabels(spec: HollowNodeSpec): Record<string, string> {
  return {
    'kubernetes.io/hostname': spec.name,
    'kubernetes.io/os': 'linux',
    'kubernetes.io/arch': 'amd64',
    'node.kubernetes.io/instance-type': spec.instanceType,
    'topology.kubernetes.io/region': 'hollow',
    'topology.kubernetes.io/zone': spec.zone,
    ...spec.labels,
  };
}

/** A whole status with every condition healthy as of `now`; `kubelet` is where one answers, if one does. */
export function nodeStatus(spec: HollowNodeSpec, address: string, now: Date, kubelet?: KubeletEndpoint): KubeObject {
  const whole = { 'ephemeral-storage': '100Gi', pods: String(spec.maxPods), 'hugepages-2Mi': '0' };
  return {
    capacity: { cpu: spec.cpu, memory: spec.memory, ...whole },
    allocatable: {
      cpu: `${Number(spec.cpu) * 1000 - reserved.cpuMilli}m`,
      memory: `${memoryMi(spec.memory) - reserved.memoryMi}Mi`,
      ...whole,
    },
    conditions: nodeConditions(now),
    addresses: [
      { type: 'InternalIP', address },
      { type: 'Hostname', address: spec.name },
      ...(kubelet === undefined ? [] : [{ type: 'ExternalIP', address: kubelet.address }]),
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: kubelet?.port ?? 10250 } },
    nodeInfo: nodeInfo(spec.name),
  };
}

export function nodeConditions(now: Date): KubeObject[] {
  const at = { lastHeartbeatTime: now.toISOString(), lastTransitionTime: now.toISOString() };
  const healthy = (type: string, reason: string): KubeObject => ({ type, status: 'False', reason, message: '', ...at });
  return [
    healthy('MemoryPressure', 'KubeletHasSufficientMemory'),
    healthy('DiskPressure', 'KubeletHasNoDiskPressure'),
    healthy('PIDPressure', 'KubeletHasSufficientPID'),
    { type: 'Ready', status: 'True', reason: 'KubeletReady', message: 'a stand-in kubelet is ready', ...at },
  ];
}

const nodeInfo = (name: string): KubeObject => ({
  machineID: name,
  systemUUID: name,
  bootID: name,
  kernelVersion: '6.12.0',
  osImage: 'hollow',
  containerRuntimeVersion: 'hollow://1',
  kubeletVersion: 'v1.37.2',
  kubeProxyVersion: '',
  operatingSystem: 'linux',
  architecture: 'amd64',
});

/** MicroTime, as leases want it. */
const microTime = (now: Date): string => now.toISOString().replace('Z', '000Z');

export function leaseObject(name: string, nodeUid: string, now: Date): KubeObject {
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: {
      name,
      namespace: 'kube-node-lease',
      ownerReferences: [{ apiVersion: 'v1', kind: 'Node', name, uid: nodeUid }],
    },
    spec: { holderIdentity: name, leaseDurationSeconds: leaseSeconds, renewTime: microTime(now) },
  };
}

export const renewal = (now: Date): KubeObject => ({ spec: { renewTime: microTime(now) } });
