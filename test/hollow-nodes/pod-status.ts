import type { KubeObject } from '../support/kube-api.ts';
import type { Stage, Standing } from './pod-life.ts';

const phases: Readonly<Record<Stage, string>> = {
  bound: 'Pending',
  running: 'Running',
  ready: 'Running',
  crashed: 'Running',
  succeeded: 'Succeeded',
  failed: 'Failed',
};

/** The status patch by which a kubelet tells where a pod stands. `addresses` are the pod's and its node's. */
export function podStatus(
  pod: KubeObject,
  standing: Standing,
  addresses: { podIP: string; hostIP: string },
): KubeObject {
  const at = new Date(standing.since).toISOString();
  const ready = standing.stage === 'ready';
  const gates: { conditionType: string }[] = pod.spec.readinessGates ?? [];
  const gatesOpen = gates.every(({ conditionType }) =>
    (pod.status?.conditions ?? []).some(
      (condition: KubeObject) => condition.type === conditionType && condition.status === 'True',
    ),
  );
  return {
    status: {
      phase: phases[standing.stage],
      hostIP: addresses.hostIP,
      podIP: addresses.podIP,
      podIPs: [{ ip: addresses.podIP }],
      startTime: pod.status?.startTime ?? at,
      conditions: [
        condition('PodReadyToStartContainers', true, at),
        condition('Initialized', true, at),
        condition('ContainersReady', ready, at),
        condition('Ready', ready && gatesOpen, at),
      ],
      ...initContainers(pod, at),
      containerStatuses: pod.spec.containers.map((container: KubeObject) => containerStatus(container, standing)),
    },
  };
}

const condition = (type: string, holds: boolean, at: string): KubeObject => ({
  type,
  status: holds ? 'True' : 'False',
  ...(holds ? {} : { reason: 'ContainersNotReady', message: 'told by a stand-in kubelet' }),
  lastTransitionTime: at,
});

function containerStatus(container: KubeObject, standing: Standing): KubeObject {
  const { stage, restarts } = standing;
  return {
    name: container.name,
    image: container.image,
    imageID: `hollow://${container.image}`,
    containerID: `hollow://${container.name}-${restarts}`,
    ready: stage === 'ready',
    started: stage === 'ready' || stage === 'running',
    restartCount: restarts,
    allocatedResources: container.resources?.requests ?? {},
    resources: container.resources ?? {},
    state: containerState(standing),
    ...(restarts > 0 ? { lastState: terminated(1, standing.since) } : {}),
  };
}

function containerState({ stage, since }: Standing): KubeObject {
  switch (stage) {
    case 'bound':
      return { waiting: { reason: 'ContainerCreating' } };
    case 'running':
    case 'ready':
      return { running: { startedAt: new Date(since).toISOString() } };
    case 'crashed':
      return { waiting: { reason: 'CrashLoopBackOff', message: 'back-off restarting failed container' } };
    case 'succeeded':
      return terminated(0, since);
    case 'failed':
      return terminated(1, since);
  }
}

const terminated = (exitCode: number, at: number): KubeObject => ({
  terminated: { exitCode, reason: exitCode === 0 ? 'Completed' : 'Error', finishedAt: new Date(at).toISOString() },
});

/** Init containers have run to their end; restartable ones (sidecars) keep running. */
function initContainers(pod: KubeObject, at: string): KubeObject {
  const containers: KubeObject[] = pod.spec.initContainers ?? [];
  if (containers.length === 0) return {};
  return {
    initContainerStatuses: containers.map((container) => {
      const sidecar = container.restartPolicy === 'Always';
      return {
        name: container.name,
        image: container.image,
        imageID: `hollow://${container.image}`,
        ready: true,
        started: sidecar,
        restartCount: 0,
        state: sidecar ? { running: { startedAt: at } } : terminated(0, Date.parse(at)),
      };
    }),
  };
}
