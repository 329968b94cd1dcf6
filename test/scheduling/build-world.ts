import type { Container } from '#api/kubernetes/container.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod, PodSpec } from '#api/kubernetes/pod.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { World, WorldObjects } from './world.ts';

/** What a hand-made node may differ in. */
export interface NodeWish {
  readonly labels?: StringMap;
  readonly allocatable?: StringMap;
  readonly spec?: NonNullable<Node['spec']>;
  readonly images?: NonNullable<NonNullable<Node['status']>['images']>;
}

/** A roomy node that stands nowhere. */
export const aNode = (
  name: string,
  { labels = {}, allocatable = {}, spec = {}, images = [] }: NodeWish = {},
): Node => ({
  metadata: { name, uid: `node-${name}`, labels },
  spec,
  status: { allocatable: { cpu: '8', memory: '16Gi', pods: '110', ...allocatable }, images },
});

/** What a hand-made pod may differ in. */
export interface PodWish {
  readonly labels?: StringMap;
  readonly requests?: StringMap;
  readonly spec?: Partial<PodSpec>;
  readonly status?: NonNullable<Pod['status']>;
}

/** A pod of one container, in the namespace `blue`. */
export const aPod = (name: string, { labels = {}, requests = {}, spec = {}, status = {} }: PodWish = {}): Pod => ({
  metadata: { name, namespace: 'blue', uid: `pod-${name}`, labels },
  spec: { schedulerName: 'default-scheduler', containers: [aContainer('main', requests)], ...spec },
  status,
});

/** The same, running. */
export const placedPod = (name: string, nodeName: string, wish: PodWish = {}): Pod =>
  aPod(name, { ...wish, spec: { ...wish.spec, nodeName } });

export const aContainer = (name: string, requests: StringMap, rest: Partial<Container> = {}): Container => ({
  name,
  resources: { requests },
  ...rest,
});

/** A world of these objects and one probe. */
export const aWorld = (id: string, objects: Partial<WorldObjects>, ...probes: readonly Pod[]): World => ({
  id,
  objects: {
    nodes: [],
    pods: [],
    namespaces: [{ metadata: { name: 'blue', uid: 'ns-blue', labels: { team: 'a' } } }],
    ...objects,
  },
  probes,
});
