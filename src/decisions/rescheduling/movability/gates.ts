import { controllerOf, isDaemon, isStatic, isTerminal, isTerminating, priorityOf } from '#api/pod-standing.ts';
import { parseInstant } from '#load/instant.ts';
import { drainMarks } from './drain-marks.ts';
import { localVolumesGate } from './local-volumes.ts';
import { wishesOf } from './opt-outs.ts';
import { type Gate, lasting, passing } from './subject.ts';
import { workloadGate } from './workload-gate.ts';

/** The lowest priority of the class system-cluster-critical. */
const CRITICAL = 2_000_000_000;

const leaving: Gate = ({ pod }) =>
  isTerminating(pod) ? passing('Leaving', 'it is already on its way out', 'nothing: it leaves by itself') : undefined;

const ended: Gate = ({ pod }) =>
  isTerminal(pod) ? lasting('Ended', `it has ended (${pod.status!.phase})`, 'nothing: it takes no load') : undefined;

const ofTheKubelet: Gate = ({ pod }) =>
  isStatic(pod)
    ? lasting(
        'Static',
        'its kubelet runs it from a file and would start it again on the same node',
        'move its manifest to another node',
      )
    : undefined;

const daemon: Gate = ({ pod }) =>
  isDaemon(pod)
    ? lasting(
        'DaemonSet',
        `DaemonSet ${controllerOf(pod)!.name} keeps it on this very node`,
        `lower what DaemonSet ${controllerOf(pod)!.name} uses, or keep it off this node by its node selector`,
      )
    : undefined;

const excluded: Gate = ({ pod }, { includedNamespaces, excludedNamespaces }) => {
  const { namespace = '' } = pod.metadata;
  if (includedNamespaces.includes(namespace)) return undefined;
  const isNamed = excludedNamespaces.includes(namespace);
  if (!isNamed && includedNamespaces.length === 0) return undefined;
  const freedBy = isNamed
    ? `take ${namespace} out of the excluded namespaces`
    : `name ${namespace} among the included ones`;
  return lasting('ExcludedNamespace', `namespace ${namespace} is not touched`, freedBy);
};

const critical: Gate = ({ pod }) =>
  priorityOf(pod) >= CRITICAL
    ? lasting(
        'Critical',
        `its priority ${priorityOf(pod)} makes it critical to the cluster`,
        'give it a priority class below system-cluster-critical',
      )
    : undefined;

const optedOut: Gate = ({ pod }) => {
  const { forbiddenBy } = wishesOf(pod.metadata.annotations);
  if (forbiddenBy === undefined) return undefined;
  const { key, value } = forbiddenBy;
  return lasting('OptedOut', `annotation ${key}: "${value}" forbids it`, `remove annotation ${key} from the pod`);
};

const grouped: Gate = ({ pod }) =>
  pod.spec.schedulingGroup === undefined
    ? undefined
    : lasting('Group', 'it belongs to a group that runs whole or not at all', 'take it out of its scheduling group');

const claimsDevices: Gate = ({ pod }) =>
  (pod.spec.resourceClaims ?? []).length === 0
    ? undefined
    : lasting('DeviceClaim', 'it holds devices by resource claims', 'run it without resource claims');

const pinned: Gate = ({ pinnedTo }) =>
  pinnedTo === undefined
    ? undefined
    : lasting(
        'PinnedByVolume',
        `a volume of it can be used on node ${pinnedTo} alone`,
        'use a volume that other nodes can reach',
      );

const drained: Gate = ({ node }) => {
  const mark = node?.taints.find(({ key }) => drainMarks.has(key))?.key;
  if (mark === undefined && node?.isUnschedulable !== true && node?.isDeleting !== true) return undefined;
  const why =
    mark !== undefined ? `carries taint ${mark}` : node?.isDeleting === true ? 'is being deleted' : 'is cordoned';
  return passing('NodeIsDrained', `its node ${why}: whoever drains it moves its pods`, 'uncordon the node');
};

const onUnreadyNode: Gate = ({ node }) =>
  node?.isUnready === true
    ? passing(
        'NodeIsNotReady',
        'its node is not ready: what it uses there is not known',
        'wait until the node is ready',
      )
    : undefined;

const unready: Gate = ({ pod }) =>
  hasCondition(pod.status?.conditions, 'Ready')
    ? undefined
    : passing('NotReady', 'it is not ready: its workload is short of it already', 'wait until it is ready');

const resizing: Gate = ({ pod }) =>
  ['PodResizeInProgress', 'PodResizePending'].some((type) => hasCondition(pod.status?.conditions, type))
    ? passing('Resizing', 'it is being resized in place', 'wait until the resize is done')
    : undefined;

const tooYoung: Gate = ({ pod, now }, { minimumAgeMs }) => {
  const startedAt = parseInstant(pod.status?.startTime ?? pod.metadata.creationTimestamp ?? '');
  if (startedAt !== undefined && now - startedAt >= minimumAgeMs) return undefined;
  const age = startedAt === undefined ? 'when it started is unknown' : `it started ${seconds(now - startedAt)} ago`;
  return passing('TooYoung', `${age}, less than ${seconds(minimumAgeMs)}`, 'wait until it is older');
};

/** In the order in which they are told: what lasts longest first, what passes by itself last. */
export const gates: readonly Gate[] = [
  leaving,
  ended,
  ofTheKubelet,
  daemon,
  excluded,
  critical,
  optedOut,
  ...workloadGate.lasting,
  grouped,
  claimsDevices,
  localVolumesGate,
  pinned,
  drained,
  onUnreadyNode,
  ...workloadGate.passing,
  unready,
  resizing,
  tooYoung,
];

const hasCondition = (
  conditions: readonly { readonly type: string; readonly status: string }[] | undefined,
  wanted: string,
): boolean => conditions?.some(({ type, status }) => type === wanted && status === 'True') === true;

const seconds = (ms: number): string => `${Math.max(0, Math.round(ms / 1000))} s`;
