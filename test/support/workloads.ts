import type { KubeObject } from './kube-api.ts';

export interface DeploymentOptions {
  readonly replicas?: number;
  /** Pods run only on nodes with these labels: tests that share a control plane keep apart by it. */
  readonly nodeSelector?: Readonly<Record<string, string>>;
  readonly requests?: Readonly<Record<string, string>>;
  readonly pod?: KubeObject;
}

/** A container that asks for little; no image is ever pulled. */
export const aContainer = (
  requests: Readonly<Record<string, string>> = { cpu: '100m', memory: '64Mi' },
): KubeObject => ({
  name: 'app',
  image: 'registry.example/app:1',
  resources: { requests },
});

/** A Deployment whose pods carry the label `app: NAME`. */
export function aDeployment(name: string, options: DeploymentOptions = {}): KubeObject {
  const { replicas = 1, nodeSelector = {}, requests, pod = {} } = options;
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: {
      replicas,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { nodeSelector, containers: [aContainer(requests)], ...pod } },
    },
  };
}

/** A PodDisruptionBudget over the pods with the label `app: APP`. */
export const aBudget = (name: string, app: string, minAvailable: number): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name },
  spec: { minAvailable, selector: { matchLabels: { app } } },
});

export const anEviction = (namespace: string, name: string, deleteOptions: KubeObject = {}): KubeObject => ({
  apiVersion: 'policy/v1',
  kind: 'Eviction',
  metadata: { namespace, name },
  deleteOptions,
});

export const isReady = (object: KubeObject): boolean =>
  (object.status?.conditions ?? []).some(
    (condition: KubeObject) => condition.type === 'Ready' && condition.status === 'True',
  );
