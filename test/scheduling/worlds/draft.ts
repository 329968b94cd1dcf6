import type { ObjectMeta } from '#api/kubernetes/metadata.ts';
import type { Container } from '#api/kubernetes/container.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ProfileArgs, World, WorldObjects } from '../world.ts';
import type { Draw } from './draw.ts';

/** The same shape, open for writing: a world is sketched before it is read. */
export type Writable<T> = T extends readonly (infer Item)[]
  ? Writable<Item>[]
  : T extends object
    ? { -readonly [Key in keyof T]: Writable<T[Key]> }
    : T;

export type DraftNode = Writable<Node>;
export type DraftPod = Writable<Pod>;
export type DraftContainer = Writable<Container>;

/** A world in the making. Each family of features adds to it. */
export interface Draft {
  readonly objects: Writable<Required<WorldObjects>>;
  readonly probes: DraftPod[];
  args: Writable<ProfileArgs>;
  /** 0 leaves nearly every node open to every probe, 1 nearly none. */
  readonly pressure: number;
}

/** One kind of thing that placement depends on. It finds nodes, pods and probes that are plain so far, and adds to them. */
export interface Family {
  readonly name: string;
  /** Families without which this one changes nothing: one of them is there too. */
  readonly with?: readonly string[];
  /** Never drawn: only there when asked for. */
  readonly byNameOnly?: boolean;
  readonly add: (draft: Draft, draw: Draw) => void;
}

/** Nothing yet. */
export const emptyDraft = (pressure: number): Draft => ({
  objects: {
    nodes: [],
    pods: [],
    namespaces: [],
    services: [],
    replicationControllers: [],
    replicaSets: [],
    statefulSets: [],
    persistentVolumes: [],
    persistentVolumeClaims: [],
    storageClasses: [],
    csiNodes: [],
    csiDrivers: [],
    csiStorageCapacities: [],
    volumeAttachments: [],
  },
  probes: [],
  args: {},
  pressure,
});

/** The world that a draft describes, without the lists that stayed empty. */
export function worldOf(id: string, draft: Draft): World {
  const { nodes, pods, ...rest } = draft.objects;
  const filled = Object.fromEntries(
    Object.entries(rest)
      .filter(([, list]) => list.length > 0)
      .map(([kind, list]) => [kind, oneOfEachName(list)]),
  );
  const args = Object.keys(draft.args).length > 0 ? { args: draft.args } : {};
  return { id, ...args, objects: { nodes, pods, ...filled }, probes: draft.probes };
}

/** An API server has one object of a name: where two families made one each, the first stays. */
function oneOfEachName<Named extends { readonly metadata: ObjectMeta }>(list: readonly Named[]): Named[] {
  const byName = new Map<string, Named>();
  for (const object of list) {
    const key = `${object.metadata.namespace ?? ''}/${object.metadata.name}`;
    if (!byName.has(key)) byName.set(key, object);
  }
  return [...byName.values()];
}

/** Every pod there is, those to be judged too. */
export const podsAndProbes = (draft: Draft): DraftPod[] => [...draft.objects.pods, ...draft.probes];

/** The name of one of the nodes, or of one that is gone where there are none. */
export const aNodeName = ({ objects }: Draft, draw: Draw): string =>
  objects.nodes.length === 0 ? 'gone' : draw.pick(objects.nodes).metadata.name;

/** The pod's status, there to be written to. */
export function statusOf(pod: DraftPod): NonNullable<DraftPod['status']> {
  pod.status ??= {};
  return pod.status;
}
