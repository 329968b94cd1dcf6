import { CONTROL_NAME, controlChange, controlSwitch } from '#api/control-switch.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { KubeClient } from '#kube/client/kube-client.ts';
import type { KubeObject } from '#kube/client/kube-object.ts';
import type { Resource } from '#kube/client/resource.ts';
import { named, type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { KubeFault } from '#kube/transport/faults/kube-fault.ts';
import type { ControlStore } from '#ports/control-store.ts';

/** As far as we look into one. */
export interface ConfigMap extends KubeObject {
  readonly data?: StringMap;
}

export const configMaps: Resource<ConfigMap> = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
};

/** In our own namespace. */
export const controlWriteRights: readonly PolicyRule[] = [
  named(rightOf(configMaps, 'patch'), CONTROL_NAME),
  rightOf(configMaps, 'create'),
];

/** Before all that moves pods: a kill switch that queues behind what it is to stop is none. */
const priority = 'act';

/** The kill switch and the breaker, in the ConfigMap of our own namespace. */
export function kubeControlStore(client: KubeClient, namespace: string): ControlStore {
  const at = { namespace, name: CONTROL_NAME };
  return {
    async read(signal) {
      return controlSwitch((await client.find(configMaps, at, { signal, priority }))?.data);
    },
    async write({ pause, breaker }, signal) {
      const data = {
        ...(pause === undefined ? {} : controlChange('pause', pause)),
        ...(breaker === undefined ? {} : controlChange('breaker', breaker)),
      };
      const patch = { kind: 'merge', change: { data } } as const;
      const change = async (): Promise<ConfigMap> => client.patch(configMaps, at, patch, { signal, priority });
      return controlSwitch((await orCreated(change, data)).data);
    },
  };

  /** Where there is none yet it is created; where somebody else was first, theirs is changed. */
  async function orCreated(
    change: () => Promise<ConfigMap>,
    data: Readonly<Record<string, string | null>>,
  ): Promise<ConfigMap> {
    try {
      return await change();
    } catch (thrown) {
      if (!isOf(thrown, 'kube/not-found')) throw thrown;
    }
    const labels = { 'app.kubernetes.io/name': 'plimsoll' };
    try {
      return await client.create(configMaps, { metadata: { ...at, labels }, data: written(data) }, { priority });
    } catch (thrown) {
      if (!isOf(thrown, 'kube/conflict')) throw thrown;
      return change();
    }
  }
}

const isOf = (thrown: unknown, code: KubeFault['code']): boolean => thrown instanceof KubeFault && thrown.code === code;

function written(data: Readonly<Record<string, string | null>>): StringMap {
  return Object.fromEntries(Object.entries(data).flatMap(([key, text]) => (text === null ? [] : [[key, text]])));
}
