import type { KubeObject } from '../support/kube-api.ts';
import { aDeployment } from '../support/workloads.ts';

const plurals = { Deployment: 'deployments', StatefulSet: 'statefulsets', ReplicaSet: 'replicasets' } as const;
type AppKind = keyof typeof plurals;

/** Pods of a Deployment can be started in advance; those of the others can only be evicted. */
const kinds: readonly AppKind[] = ['Deployment', 'StatefulSet', 'ReplicaSet'];

const numberOf = (app: string): number => Number(app.slice(app.lastIndexOf('-') + 1));

export const appNames = (count: number): readonly string[] => Array.from({ length: count }, (_, at) => `app-${at}`);
export const kindOf = (app: string): AppKind => kinds[numberOf(app) % kinds.length]!;

/** Of each kind every other one. */
export const worksHard = (app: string): boolean => numberOf(app) % 2 === 0;

/** Of each kind two of three are under a budget that allows one disruption. */
export const hasBudget = (app: string): boolean => Math.floor(numberOf(app) / kinds.length) % 3 > 0;

/** Where apps of each kind are listed. */
export const pathsOfApps = (namespace: string): readonly string[] => kinds.map((kind) => pathOf(namespace, kind));

export const pathOfApp = (namespace: string, app: string): string => `${pathOf(namespace, kindOf(app))}/${app}`;

const pathOf = (namespace: string, kind: AppKind): string => `/apis/apps/v1/namespaces/${namespace}/${plurals[kind]}`;

/** Its pods carry the label `app: NAME`. */
export function anApp(namespace: string, app: string, replicas: number): { path: string; body: KubeObject } {
  const { metadata, spec } = aDeployment(app, { replicas, nodeSelector: { pool: namespace } });
  const kind = kindOf(app);
  const ofKind = kind === 'StatefulSet' ? { serviceName: app, podManagementPolicy: 'Parallel' } : {};
  const body = { apiVersion: 'apps/v1', kind, metadata, spec: { ...spec, ...ofKind } };
  return { path: pathOf(namespace, kind), body };
}
