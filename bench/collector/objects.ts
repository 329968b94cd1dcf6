import { nodeAddress, nodeName, podName } from './population.ts';

const created = '2026-01-01T00:00:00Z';

/** A node and a pod as the API server sends them, less what nobody reads of them. */
export const nodeObject = (node: number): object => ({
  kind: 'Node',
  apiVersion: 'v1',
  metadata: { name: nodeName(node), uid: `node-${node}`, resourceVersion: '1000', creationTimestamp: created },
  status: {
    capacity: { cpu: '16', memory: '65806896Ki', pods: '110' },
    allocatable: { cpu: '15890m', memory: '61235Mi', pods: '110' },
    conditions: [{ type: 'Ready', status: 'True' }],
    addresses: [
      { type: 'InternalIP', address: nodeAddress(node) },
      { type: 'Hostname', address: nodeName(node) },
    ],
  },
});

export const podObject = (pod: number, nodes: number): object => ({
  kind: 'Pod',
  apiVersion: 'v1',
  metadata: {
    ...podName(pod),
    uid: `7f3b5c8e-4a1d-4c0e-9d2f-${String(pod).padStart(12, '0')}`,
    resourceVersion: '1000',
    creationTimestamp: created,
  },
  spec: { nodeName: nodeName(pod % nodes) },
  status: { phase: 'Running' },
});
