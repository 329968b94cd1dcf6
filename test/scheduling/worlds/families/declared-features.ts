import type { Family } from '../draft.ts';
import type { Draw } from '../draw.ts';

const features = [
  'RestartAllContainersOnContainerExits',
  'UserNamespacesHostNetworkSupport',
  'VolumeBindMountOptions',
  'NotYetInvented',
];

/** Pods that need what only some kubelets can do. */
export const declaredFeatures: Family = {
  name: 'declared-features',
  add(draft, draw) {
    for (const node of draft.objects.nodes) {
      if (draw.chance(0.8)) node.status!.declaredFeatures = draw.some(features, 4).toSorted();
    }
    for (const { spec } of draft.probes) {
      const container = spec.containers[0]!;
      if (draw.chance(0.25))
        container.restartPolicyRules = [{ action: draw.pick(['RestartAllContainers', 'Restart']) }];
      if (draw.chance(0.2)) spec.hostNetwork = true;
      if (draw.chance(0.3)) spec.hostUsers = draw.chance(0.3);
      if (draw.chance(0.2))
        spec.initContainers = [{ name: 'first', ...mounting(draw) }, ...(spec.initContainers ?? [])];
      if (draw.chance(0.2)) container.volumeMounts = [{ name: 'v', bindMountOptions: ['noexec'] }];
    }
  },
};

/** Perhaps with an option that not every kubelet knows. */
const mounting = (draw: Draw): { volumeMounts?: { name: string; bindMountOptions: string[] }[] } =>
  draw.chance(0.5) ? { volumeMounts: [{ name: 'v', bindMountOptions: ['noexec'] }] } : {};
