import type { NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { judgeAll, type WholeJudgement } from './judge-all.ts';
import type { ItemisedScore } from './place-pod.ts';
import type { Profile } from './profile.ts';
import { type Reading, readingsFor } from './readings.ts';
import { type Instant, keepsItsName, possibleLabels, replacementOf, supposeReplaced } from './replacement.ts';
import { FITS, type Verdict } from './verdict.ts';

/** One node, for the pod that would be made in place of one that is evicted. */
export interface Destination {
  readonly nodeName: string;
  /**
   * While the evicted pod is still ending: it holds its room, its ports and its claims, and spread counts it no more.
   * Undefined where the new pod is made only once the old one is gone.
   */
  readonly meanwhile: Verdict | undefined;
  /** Once it is gone. */
  readonly afterwards: Verdict;
  /** Fits only if it does at both instants: nobody can say when in between the new pod is looked at. */
  readonly verdict: Verdict;
  /** What the node is worth once the evicted pod is gone. */
  readonly scores: readonly ItemisedScore[];
}

export type Destinations =
  | { readonly kind: 'movable'; readonly nodes: readonly Destination[] }
  /** Evicting it would move it nowhere. */
  | {
      readonly kind: 'unmovable';
      readonly why: 'not-placed' | 'of-a-daemon-set' | 'static' | 'pinned-to-its-node' | 'nobody-makes-it-again';
    };

/**
 * Where the pod that replaces this one could go, if this one were evicted: as the scheduler will see it, not as we wish.
 * Where the template's labels, or the rules of the cluster's patch release, can be read in two ways, a node fits only if it does in both.
 */
export function whereCouldItGo(view: ClusterView, pod: PlacedPod, profile: Profile): Destinations {
  const why = hindrance(view, pod);
  if (why !== undefined) return { kind: 'unmovable', why };
  const attempts = possibleLabels(pod).flatMap((labels) => {
    const replacement = replacementOf(pod, labels);
    return readingsFor(pod.shape.spec, view, profile).map((reading) => attempt(pod, replacement, reading));
  });
  const nodes = view.rowsInOrder().map((row, place): Destination => {
    const meanwhile = keepsItsName(pod) ? undefined : agreed(attempts.map(({ ending }) => verdictAt(ending!, place)));
    const afterwards = agreed(attempts.map(({ gone }) => verdictAt(gone, place)));
    return {
      nodeName: view.nodes.nameOf(row),
      meanwhile,
      afterwards,
      verdict: agreed([afterwards, meanwhile ?? FITS]),
      scores: attempts[0]!.gone.nodes[place]?.scores ?? [],
    };
  });
  return { kind: 'movable', nodes };
}

/** Why evicting it would move it nowhere, where that is so. */
export function hindrance(
  view: ClusterView,
  pod: PlacedPod,
): Extract<Destinations, { kind: 'unmovable' }>['why'] | undefined {
  if (!view.isPlaced(pod)) return 'not-placed';
  if (pod.static) return 'static';
  if (pod.controller?.kind === 'DaemonSet') return 'of-a-daemon-set';
  if (isPinned(pod)) return 'pinned-to-its-node';
  return pod.controller === undefined ? 'nobody-makes-it-again' : undefined;
}

/** Whether its spec allows it no node but its own, by name. */
function isPinned({ shape: { spec }, nodeName }: PlacedPod): boolean {
  const terms = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const namesOnly = ({ matchFields = [] }: NodeSelectorTerm): boolean =>
    matchFields.some(
      ({ key, operator, values = [] }) =>
        key === 'metadata.name' && operator === 'In' && values.length === 1 && values[0] === nodeName,
    );
  return terms.length > 0 && terms.every(namesOnly);
}

interface Attempt {
  /** While the old pod ends; undefined where there is no such time. */
  readonly ending: WholeJudgement | undefined;
  readonly gone: WholeJudgement;
}

function attempt(pod: PlacedPod, replacement: Pod, { view, profile }: Reading): Attempt {
  const judged = (instant: Instant): WholeJudgement =>
    supposeReplaced(view, { pod, replacement }, instant, () => judgeAll(view, replacement, profile));
  return { ending: keepsItsName(pod) ? undefined : judged('ending'), gone: judged('gone') };
}

const verdictAt = ({ refused, nodes }: WholeJudgement, place: number): Verdict => refused ?? nodes[place]!.verdict;

/** Fits where all say so; else what the first says that does not. */
const agreed = (verdicts: readonly Verdict[]): Verdict => verdicts.find(({ kind }) => kind !== 'fits') ?? FITS;
