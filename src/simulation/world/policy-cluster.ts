import { ABSENT, type ReplayCluster } from '../replay/policy.ts';
import { type NodeCores, nodesEver } from './nodes-ever.ts';
import { amountOf } from './objects/pod-sizes.ts';
import type { World } from './world.ts';
import type { WorldSpec } from './world-spec.ts';

/** A world as a replay's policy knows it: a pod is a course, whoever follows it now. */
export interface PolicyCluster {
  readonly cluster: ReplayCluster;
  readonly nodeNames: readonly string[];
  /** Courses of what nodes use beyond their pods, by place in `nodeNames`: pods that are bound to them. */
  readonly ownCourses: ReadonlyMap<number, number>;
  /** The node of every course, by place in `nodeNames`. */
  placement(world: World): Int32Array;
}

interface CourseFacts {
  readonly request: number;
  readonly limit: number;
  readonly owner: string;
  /** The node it is bound to. */
  readonly boundTo?: string;
}

export function policyCluster(spec: WorldSpec): PolicyCluster {
  const nodes = nodesEver(spec);
  const { count, stepMs } = spec.courses;
  const facts = factsOf(spec, nodes);
  const owners = new Map(
    [...new Set([...facts.values()].map(({ owner }) => owner))].map((name, place) => [name, place]),
  );
  const nodeNames = [...nodes.keys()];
  const placeOf = new Map(nodeNames.map((name, place) => [name, place]));
  const ownCourses = new Map([...(spec.recorded?.nodes ?? [])].map(([name, course]) => [placeOf.get(name)!, course]));
  const column = (of: (known: CourseFacts | undefined) => number): number[] =>
    Array.from({ length: count }, (_, course) => of(facts.get(course)));
  return {
    cluster: {
      nodes: nodeNames.length,
      capacity: Float64Array.from(nodes.values(), ({ capacity }) => capacity),
      pods: count,
      limit: Float64Array.from(column((known) => known?.limit ?? 0)),
      request: Float64Array.from(column((known) => known?.request ?? 0)),
      owner: Int32Array.from(column((known) => owners.get(known?.owner ?? '') ?? -1)),
      stepMinutes: stepMs / 60_000,
      ...(spec.recorded === undefined
        ? {}
        : { pinned: Int32Array.from(column((known) => placeOf.get(known?.boundTo ?? '') ?? ABSENT)) }),
    },
    nodeNames,
    ownCourses,
    placement({ book, core }) {
      const placement = Int32Array.from({ length: count }, (_, course) => {
        const key = book.podOf(course);
        const pod = key === undefined ? undefined : core.store.get('Pod', key);
        return pod?.status?.phase === 'Running' ? (placeOf.get(pod.spec.nodeName!) ?? ABSENT) : ABSENT;
      });
      for (const [place, course] of ownCourses)
        if (core.store.get('Node', nodeNames[place]!) !== undefined) placement[course] = place;
      return placement;
    },
  };
}

/** What is known beforehand of who follows each course. */
function factsOf(
  { workloads, deeds, recorded }: WorldSpec,
  nodes: ReadonlyMap<string, NodeCores>,
): Map<number, CourseFacts> {
  const facts = new Map<number, CourseFacts>();
  const most = Math.max(0, ...Array.from(nodes.values(), ({ capacity }) => capacity));
  const created = deeds.flatMap((deed) => (deed.deed === 'create' ? [deed.create] : []));
  for (const [number, { life, requests, limits }] of [...workloads, ...created].entries()) {
    const [request, limit] = [amountOf(requests, 'cpu', 0), amountOf(limits, 'cpu', most)];
    for (const course of life.courses) facts.set(course, { request, limit, owner: `workload ${number}` });
  }
  for (const { course, request, limit, owner, isPinned, node } of recorded?.lives ?? [])
    facts.set(course, { request, limit, owner, ...(isPinned ? { boundTo: node } : {}) });
  for (const [name, course] of recorded?.nodes ?? []) {
    const { capacity = 0, allocatable = 0 } = nodes.get(name) ?? {};
    // room by requests is then room on the node
    facts.set(course, { request: capacity - allocatable, limit: capacity, owner: `system of ${name}`, boundTo: name });
  }
  return facts;
}
