import { dialects } from '#api/dialect.ts';
import type { ClusterEvent, ClusterKind } from '#cluster/cluster-event.ts';
import { ClusterStore } from '#cluster/cluster-store.ts';
import { judgeAll, type WholeJudgement } from '#decisions/scheduling/judge-all.ts';
import { placePod } from '#decisions/scheduling/place-pod.ts';
import { defaultProfile } from '#decisions/scheduling/profile.ts';
import { type ProfileOptions, profileDefaults } from '#decisions/scheduling/profile-options.ts';
import type { Judge, Judgement, NodeScores, NodeVerdict, PluginScores, Refusal } from './judgement.ts';
import type { ProfileArgs, World, WorldObjects } from './world.ts';

/** Which list of a world holds which kind, in the order we learn of them. */
export const kindsOfLists: readonly (readonly [keyof WorldObjects, ClusterKind])[] = [
  ['namespaces', 'Namespace'],
  ['nodes', 'Node'],
  ['services', 'Service'],
  ['replicationControllers', 'ReplicationController'],
  ['replicaSets', 'ReplicaSet'],
  ['statefulSets', 'StatefulSet'],
  ['persistentVolumes', 'PersistentVolume'],
  ['persistentVolumeClaims', 'PersistentVolumeClaim'],
  ['storageClasses', 'StorageClass'],
  ['csiNodes', 'CSINode'],
  ['csiDrivers', 'CSIDriver'],
  ['csiStorageCapacities', 'CSIStorageCapacity'],
  ['volumeAttachments', 'VolumeAttachment'],
  ['pods', 'Pod'],
];

/** A store that has been told of everything in a world. */
export function storeOf({ dialect = '1.37', objects }: Pick<World, 'dialect' | 'objects'>): ClusterStore {
  const store = new ClusterStore(dialects.find(({ minor }) => `1.${minor}` === dialect));
  for (const [list, of] of kindsOfLists) {
    for (const object of objects[list] ?? []) {
      store.apply({ kind: 'applied', of, object } as ClusterEvent);
    }
  }
  return store;
}

/** kube-scheduler's arguments as options of our profile. */
export function optionsOf(args: ProfileArgs = {}): ProfileOptions {
  const { InterPodAffinity: pods = {}, PodTopologySpread: spread, NodeResourcesFit: fit = {} } = args;
  const { scoringStrategy: strategy } = fit;
  const resources = strategy?.resources ?? profileDefaults.scoringStrategy.resources;
  const shape = strategy?.requestedToCapacityRatio?.shape ?? [];
  return {
    addedAffinity: args.NodeAffinity?.addedAffinity,
    hardPodAffinityWeight: pods.hardPodAffinityWeight ?? 1,
    ignorePreferredTermsOfExistingPods: pods.ignorePreferredTermsOfExistingPods ?? false,
    defaultConstraints: spread?.defaultingType === 'List' ? (spread.defaultConstraints ?? []) : 'system',
    ignoredResources: fit.ignoredResources ?? [],
    ignoredResourceGroups: fit.ignoredResourceGroups ?? [],
    scoringStrategy:
      strategy?.type === 'RequestedToCapacityRatio'
        ? { type: strategy.type, resources, shape }
        : { type: strategy?.type ?? 'LeastAllocated', resources },
  };
}

/** Our engine on a world: one store and one profile for all probes, so that what it keeps is put to the test too. */
export const engineJudge: Judge = (world) => {
  const view = storeOf(world).view();
  const profile = defaultProfile(view.dialect, optionsOf(world.args));
  return world.probes.map((pod): Judgement => {
    const judged = judgeAll(view, pod, profile);
    const placement = placePod(view, pod, profile);
    const message =
      placement.kind === 'unplaceable' && placement.message !== undefined ? { message: placement.message } : {};
    return { ...asJudgement(judged), ...message };
  });
};

function asJudgement({ refused, nodes, broken }: WholeJudgement): Judgement {
  if (refused !== undefined && refused.kind === 'rejected') return { preFilter: refusalOf(refused), nodes: {} };
  const verdicts = Object.fromEntries(nodes.map(({ nodeName, verdict }): [string, NodeVerdict] => [nodeName, verdict]));
  const fitting = nodes.filter(({ verdict }) => verdict.kind === 'fits');
  if (broken !== undefined) return { nodes: verdicts, scoreError: broken };
  // one that fits alone is not scored, nor is any where a node is an error
  if (fitting.every((node) => node.scores.length === 0)) return { nodes: verdicts };
  const scores: Record<string, PluginScores> = {};
  for (const { plugin } of fitting[0]!.scores) {
    const by = (read: (score: { raw: number; score: number }) => number): NodeScores =>
      Object.fromEntries(
        fitting.map((node) => [node.nodeName, read(node.scores.find((score) => score.plugin === plugin)!)]),
      );
    scores[plugin] = { raw: by(({ raw }) => raw), normalised: by(({ score }) => score) };
  }
  const totals = fitting.map((node): [string, number] => [
    node.nodeName,
    node.scores.reduce((sum, { score, weight }) => sum + score * weight, 0),
  ]);
  return { nodes: verdicts, scores, totals: Object.fromEntries(totals) };
}

const refusalOf = ({ plugin, code, reasons }: Refusal): Refusal => ({ plugin, code, reasons });
