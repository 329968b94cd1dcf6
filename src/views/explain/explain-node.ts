import type { DialectChoice } from '#api/dialect.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import { holdsNode, isTerminal } from '#api/pod-standing.ts';
import type { ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { CPU, MEMORY } from '#cluster/columns/resource-columns.ts';
import { blindSpotsOf, heedBlindSpots } from '#decisions/scheduling/blind-spots.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import type { Profile } from '#decisions/scheduling/profile.ts';
import type { Verdict } from '#decisions/scheduling/verdict.ts';
import type { LoadView } from '#load/load-view.ts';
import { taintText } from '#views/evidence/of-taints.ts';
import { resourceText } from '#views/evidence/words.ts';
import type { HouseInput } from './house-gates.ts';
import { nodeAnswer } from './node-answer.ts';
import type { Blocker, NodeExplanation, NodeResource, PendingPod, PodOnNode } from './node-explanation.ts';
import { nodeRescheduling } from './node-rescheduling.ts';
import type { NodeLoad } from '#views/top/node-rows.ts';
import { shownReading } from '#views/shown-reading.ts';

export interface ExplainNodeInput {
  readonly view: ClusterView;
  readonly row: number;
  readonly profile: Profile;
  readonly dialect: DialectChoice;
  readonly unread: ReadonlySet<ClusterKind>;
  /** All pods of the cluster. */
  readonly pods: readonly Pod[];
  /** What is really used; nothing where no source was heard. */
  readonly load: { readonly view: LoadView; readonly node: NodeLoad | null } | undefined;
  /** What the rescheduler goes by; absent where it was not asked for. */
  readonly house?: HouseInput | undefined;
}

/** More pending pods are not asked about: they are alike, mostly. */
const mostPending = 500;

/** Answers for one node what `plimsoll explain node` asks. */
export function explainNode(input: ExplainNodeInput): NodeExplanation {
  const { view, row, dialect, pods, load } = input;
  const { podCount, podLimit } = view.nodes;
  const node = view.nodes.nodes[row]!;
  const waiting = pods.filter((pod) => !holdsNode(pod) && !isTerminal(pod));
  return {
    node: node.metadata.name,
    labels: node.metadata.labels ?? {},
    ready: isReady(node),
    podCount: podCount[row]!,
    podLimit: podLimit[row]!,
    resources: resourcesOf(input),
    blockers: blockersOf(input, node),
    pods: view
      .podsOn(row)
      .map((pod) => podOnNode(pod, input))
      .toSorted(byRequests),
    pending: waiting.slice(0, mostPending).map((pod) => pendingPod(pod, input)),
    pendingUnasked: Math.max(0, waiting.length - mostPending),
    load: load?.node ?? null,
    rescheduler: input.house === undefined ? null : nodeRescheduling(node.metadata.name, input.house),
    dialect: { minor: `1.${dialect.dialect.minor}`, known: dialect.known },
  };
}

function resourcesOf({ view, row, load }: ExplainNodeInput): readonly NodeResource[] {
  const { cpuCores = null, memoryBytes = null } = load?.node?.used ?? {};
  const used: Readonly<Record<string, number | null>> = {
    cpu: cpuCores === null ? null : cpuCores * 1000,
    memory: memoryBytes,
  };
  return view.nodes.resources.columns.flatMap(({ name: resource, allocatable: has, requested: taken }) => {
    const allocatable = has[row]!;
    const requested = taken[row]!;
    if (allocatable === 0 && requested === 0) return [];
    return [{ resource, requested, allocatable, free: allocatable - requested, used: used[resource] ?? null }];
  });
}

const isReady = ({ status }: Node): boolean =>
  (status?.conditions ?? []).some(({ type, status: state }) => type === 'Ready' && state === 'True');

function blockersOf({ view, row }: ExplainNodeInput, node: Node): readonly Blocker[] {
  const { podCount, podLimit, unreadable } = view.nodes;
  const taints = (node.spec?.taints ?? []).filter(({ effect }) => effect !== 'PreferNoSchedule');
  return [
    ...(node.spec?.unschedulable === true ? [{ kind: 'cordoned' as const, text: 'it is cordoned' }] : []),
    ...taints.map((taint) => ({
      kind: 'taint' as const,
      text: `taint ${taintText(taint)} keeps off pods that do not tolerate it`,
    })),
    ...conditionBlockers(node),
    ...(podCount[row]! >= podLimit[row]!
      ? [{ kind: 'full' as const, text: `it holds ${podCount[row]!} of at most ${podLimit[row]!} pods` }]
      : []),
    ...resourceBlockers(view, row),
    ...(unreadable[row] === 1
      ? [{ kind: 'unreadable' as const, text: 'some of what it says it has cannot be read, and counts as nothing' }]
      : []),
  ];
}

/** What is wrong with it; taints follow from these, and it is they that keep pods off. */
function conditionBlockers({ status }: Node): readonly Blocker[] {
  const bad = (status?.conditions ?? []).filter(({ type, status: state }) => (type === 'Ready') !== (state === 'True'));
  return bad.map(({ type, status: state, reason = '' }) => ({
    kind: 'condition',
    text: `condition ${type} is ${state}${reason === '' ? '' : ` (${reason})`}`,
  }));
}

/** A node with next to nothing left of cpu or memory takes no pod that asks for any. */
function resourceBlockers(view: ClusterView, row: number): readonly Blocker[] {
  return [CPU, MEMORY].flatMap((number) => {
    const { name, allocatable, requested } = view.nodes.resources.columns[number]!;
    const free = allocatable[row]! - requested[row]!;
    if (free > 0) return [];
    const text = `no ${name} is left: ${resourceText(name, requested[row]!)} asked for of ${resourceText(name, allocatable[row]!)}`;
    return [{ kind: 'full', text }];
  });
}

function podOnNode(pod: PlacedPod, { load }: ExplainNodeInput): PodOnNode {
  const { namespace, name, uid, priority, terminating, controller, usage } = pod;
  const use = load?.view.pod({ namespace, name, uid });
  return {
    namespace,
    name,
    priority,
    terminating,
    owner: controller === undefined ? null : `${controller.kind} ${controller.name}`,
    cpuMilli: usage.amounts[CPU]!,
    memoryBytes: usage.amounts[MEMORY]!,
    used:
      load === undefined || use === undefined
        ? null
        : {
            cpuCores: shownReading(use.cpuCores, load.view.now),
            memoryBytes: shownReading(use.memoryBytes, load.view.now),
          },
  };
}

function byRequests(one: PodOnNode, other: PodOnNode): number {
  return other.cpuMilli - one.cpuMilli || other.memoryBytes - one.memoryBytes || (one.name < other.name ? -1 : 1);
}

function pendingPod(pod: Pod, { view, row, profile, unread }: ExplainNodeInput): PendingPod {
  const { namespace = 'default', name } = pod.metadata;
  const nodeName = view.nodes.nameOf(row);
  const { refused, nodes } = judgeAll(view, pod, profile);
  const judged = nodes.find((one) => one.nodeName === nodeName);
  const said: Verdict = refused ?? judged!.verdict;
  const verdict = heedBlindSpots(said, blindSpotsOf(pod.spec, view, unread));
  const answer = nodeAnswer({ nodeName, verdict, scores: judged?.scores ?? [] }, view.coming(pod), view);
  return { namespace, name, answer };
}
