import type { DraftPod, Family, Writable } from '../draft.ts';
import { statusOf } from '../draft.ts';
import type { ContainerStatus } from '#api/kubernetes/container.ts';
import type { Draw } from '../draw.ts';
import { requests } from './resources.ts';

/** Running pods whose size is being changed: what was asked, granted and put in force differ. */
export const inPlaceResize: Family = {
  name: 'in-place-resize',
  with: ['resources'],
  add(draft, draw) {
    for (const pod of draft.objects.pods) {
      if (draw.chance(0.5)) resize(pod, draw);
    }
  },
};

function resize(pod: DraftPod, draw: Draw): void {
  const status = statusOf(pod);
  status.containerStatuses = pod.spec.containers.flatMap(({ name }) => containerStatus(name, draw));
  status.initContainerStatuses = (pod.spec.initContainers ?? []).flatMap(({ name }) => containerStatus(name, draw));
  const reason = draw.pick(['Infeasible', 'Deferred', undefined, undefined, undefined]);
  if (reason !== undefined) status.conditions = [{ type: 'PodResizePending', status: 'True', reason }];
  if (draw.chance(0.15)) status.allocatedResources = requests(0.15, draw);
  if (draw.chance(0.15)) status.resources = { requests: requests(0.15, draw) };
}

function containerStatus(name: string, draw: Draw): Writable<ContainerStatus>[] {
  if (draw.chance(0.2)) return [];
  const status: Writable<ContainerStatus> = { name, ready: true, restartCount: 0 };
  if (draw.chance(0.7)) status.allocatedResources = requests(0.15, draw);
  if (draw.chance(0.7)) status.resources = draw.chance(0.9) ? { requests: requests(0.15, draw) } : {};
  return [status];
}
