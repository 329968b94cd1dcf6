import { ownerOf, nameSuffix } from './controllers/work-of-owner.ts';
import { withReadiness } from './pod-writes.ts';
import { setOfDeployment } from './controllers/deployments.ts';
import type { Deployment, PodTemplate, ReplicaSet } from './objects/objects.ts';
import { WORKLOAD } from './nodes/workload-book.ts';
import type { WorldCore } from './world-core.ts';
import type { Draft } from './objects/object-store.ts';
import type { NodeSpec, WorkloadSpec } from './world-spec.ts';

/** A node joins, ready. */
export function joinNode({ store, clock }: WorldCore, { name, cpuCores, memoryBytes, labels }: NodeSpec): void {
  const size = { cpu: String(cpuCores), memory: String(memoryBytes), pods: '110' };
  const draft: Draft<'Node'> = {
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: {},
    status: {
      capacity: size,
      allocatable: size,
      addresses: [{ type: 'Hostname', address: name }],
      conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: new Date(clock.now()).toISOString() }],
    },
  };
  store.create('Node', draft);
}

/** A workload is created, with its budget and its autoscaler. */
export function createWorkload(core: WorldCore, spec: WorkloadSpec): void {
  const { kind, namespace, replicas, life, strategy } = spec;
  const { name } = life;
  const metadata = { name, namespace, labels: { app: name } };
  const selector = { matchLabels: { app: name } };
  const template = templateOf(spec);
  switch (kind) {
    case 'ReplicaSet': {
      const set = core.store.create('ReplicaSet', { metadata, spec: { replicas, selector, template } });
      for (const node of spec.startsOn ?? []) if (set !== undefined) startPod(core, set, node);
      break;
    }
    case 'Deployment': {
      const rolling = { type: 'RollingUpdate', maxSurge: '25%', maxUnavailable: '25%' } as const;
      const deployment = core.store.create('Deployment', {
        metadata,
        spec: { replicas, selector, template, strategy: strategy ?? rolling },
      });
      if (deployment !== undefined && spec.startsOn !== undefined) startDeployed(core, deployment, spec.startsOn);
      break;
    }
    case 'StatefulSet':
      core.store.create('StatefulSet', {
        metadata,
        spec: { replicas, selector, template, podManagementPolicy: 'OrderedReady' },
      });
      break;
    case 'DaemonSet':
      core.store.create('DaemonSet', { metadata, spec: { selector, template } });
      break;
    case 'Job':
      core.store.create('Job', {
        metadata,
        spec: {
          completions: replicas,
          parallelism: replicas,
          backoffLimit: 6,
          template,
          ...(spec.keptForMs === undefined ? {} : { ttlSecondsAfterFinished: spec.keptForMs / 1000 }),
        },
      });
  }
  addCompanions(core, spec);
}

function addCompanions({ store }: WorldCore, { namespace, life: { name }, budget, autoscale }: WorkloadSpec): void {
  const metadata = { name, namespace };
  const selector = { matchLabels: { app: name } };
  if (budget !== undefined) store.create('PodDisruptionBudget', { metadata, spec: { selector, ...budget } });
  if (autoscale !== undefined)
    store.create('HorizontalPodAutoscaler', { metadata, spec: { target: name, ...autoscale } });
}

function templateOf({ kind, life, requests, limits }: WorkloadSpec): PodTemplate {
  const container = { name: 'app', image: `registry.example/${life.name}:1`, resources: { requests, limits } };
  const spec = kind === 'Job' ? { containers: [container], restartPolicy: 'Never' } : { containers: [container] };
  return { metadata: { labels: { app: life.name }, annotations: { [WORKLOAD]: life.name } }, spec };
}

/** A Deployment that was rolled out long ago. */
function startDeployed(core: WorldCore, deployment: Deployment, nodes: readonly string[]): void {
  const set = core.store.create('ReplicaSet', setOfDeployment(deployment, deployment.spec.replicas));
  for (const node of nodes) if (set !== undefined) startPod(core, set, node);
}

/** A pod that has been running and ready all along. */
function startPod(core: WorldCore, { metadata, spec }: ReplicaSet, nodeName: string): void {
  const { template } = spec;
  const draft: Draft<'Pod'> = {
    metadata: {
      name: `${metadata.name}-${nameSuffix(core)}`,
      namespace: metadata.namespace!,
      labels: template.metadata.labels,
      annotations: template.metadata.annotations!,
      ownerReferences: [ownerOf('ReplicaSet', metadata)],
    },
    spec: { ...template.spec, nodeName },
    status: { phase: 'Running', containerStatuses: [{ name: 'app', restartCount: 0 }] },
  };
  const pod = core.store.create('Pod', draft);
  if (pod !== undefined) core.store.put('Pod', withReadiness(pod, true, core.clock.now()));
}
