import type { Volume } from '#api/kubernetes/volume.ts';
import { type Wishes, wishesOf } from './opt-outs.ts';
import { type Gate, lasting, type MovabilityOptions } from './subject.ts';

/** Data on the disk of a node stays behind when a pod leaves; nothing but the pod itself may give up a host path. */
export const localVolumesGate: Gate = ({ pod }, options) => {
  const wishes = wishesOf(pod.metadata.annotations);
  if (wishes.givesUpLocalData) return undefined;
  const volumes = (pod.spec.volumes ?? []).filter(({ name }) => !wishes.scratchVolumes.includes(name));
  const hostPath = volumes.find((volume) => volume.hostPath !== undefined);
  if (hostPath !== undefined) {
    return lasting(
      'HostPath',
      `volume ${hostPath.name} is the host path ${hostPath.hostPath!.path} of its node`,
      freeing(hostPath, wishes),
    );
  }
  const data = volumes.find((volume) => holdsData(volume, options));
  if (data === undefined) return undefined;
  return lasting(
    'LocalData',
    `volume ${data.name} is an emptyDir on the disk of its node, and its data would be lost`,
    freeing(data, wishes),
  );
};

const holdsData = ({ emptyDir }: Volume, options: MovabilityOptions): boolean =>
  emptyDir !== undefined && (emptyDir.medium ?? '') === '' && options.emptyDir === 'data';

function freeing({ name }: Volume, { scratchVolumes }: Wishes): string {
  const names = [...scratchVolumes.filter((each) => each !== ''), name].join(',');
  return `annotate the pod cluster-autoscaler.kubernetes.io/safe-to-evict-local-volumes: "${names}" if what is in it may be lost`;
}
