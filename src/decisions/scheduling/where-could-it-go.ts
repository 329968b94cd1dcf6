import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Pod } from '#api/kubernetes/pod.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { judgeAll, type NodeJudgement, type WholeJudgement } from './judge-all.ts';
import type { ItemisedScore } from './place-pod.ts';
import type { Profile } from './profile.ts';
import { FITS, type Verdict } from './verdict.ts';

/** One node, for the pod that would be made in place of one that is evicted. */
export interface Destination {
  readonly nodeName: string;
  /** While the evicted pod is still ending: it holds its room, its ports and its claims, and spread counts it no more. */
  readonly meanwhile: Verdict;
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
  | { readonly kind: 'unmovable'; readonly why: 'not-placed' | 'of-a-daemon-set' | 'static' | 'nobody-makes-it-again' };

/** Where the pod that replaces this one could go, if this one were evicted: as the scheduler will see it, not as we wish. */
export function whereCouldItGo(view: ClusterView, pod: PlacedPod, profile: Profile): Destinations {
  const why = hindrance(view, pod);
  if (why !== undefined) return { kind: 'unmovable', why };
  const replacement = replacementOf(pod, view);
  const judged = (suppose: 'ending' | 'gone'): WholeJudgement =>
    view.suppose((whatIf) => {
      if (suppose === 'ending') whatIf.end(pod);
      else whatIf.remove(pod);
      return judgeAll(view, replacement, profile);
    });
  const meanwhile = verdictsOf(judged('ending'));
  const afterwards = judged('gone');
  const nodes = view.rowsInOrder().map((row, place) => {
    const nodeName = view.nodes.nameOf(row);
    return destination(nodeName, meanwhile(nodeName), afterwards, afterwards.nodes[place]);
  });
  return { kind: 'movable', nodes };
}

function hindrance(view: ClusterView, pod: PlacedPod): Extract<Destinations, { kind: 'unmovable' }>['why'] | undefined {
  if (!view.isPlaced(pod)) return 'not-placed';
  switch (pod.controller?.kind) {
    case 'DaemonSet':
      return 'of-a-daemon-set';
    case 'Node':
      return 'static';
    case undefined:
      return 'nobody-makes-it-again';
    default:
      return undefined;
  }
}

function verdictsOf({ refused, nodes }: WholeJudgement): (nodeName: string) => Verdict {
  if (refused !== undefined) return () => refused;
  const byName = new Map(nodes.map(({ nodeName, verdict }) => [nodeName, verdict]));
  return (nodeName) => byName.get(nodeName)!;
}

function destination(
  nodeName: string,
  meanwhile: Verdict,
  { refused }: WholeJudgement,
  judged: NodeJudgement | undefined,
): Destination {
  const afterwards = refused ?? judged?.verdict ?? FITS;
  const verdict = afterwards.kind === 'fits' ? meanwhile : afterwards;
  return { nodeName, meanwhile, afterwards, verdict, scores: judged?.scores ?? [] };
}

const copiedAtBinding: ReadonlySet<string> = new Set(['topology.kubernetes.io/zone', 'topology.kubernetes.io/region']);

/** Binding copies a node's zone to the pod's labels; what comes from the template does not bear it. */
function templateLabels({ labels: { labels }, row }: PlacedPod, view: ClusterView): StringMap {
  if (!view.dialect.copiesTopologyLabels) return labels;
  const node = view.nodes.nodes[row]!.metadata.labels ?? {};
  const isCopied = ([key, value]: readonly [string, string]): boolean =>
    copiedAtBinding.has(key) && Object.hasOwn(node, key) && node[key] === value;
  return Object.fromEntries(Object.entries(labels).filter((pair) => !isCopied(pair)));
}

/** A new pod of the same template: without a node, without a status, and nobody's rival. */
export function replacementOf(pod: PlacedPod, view: ClusterView): Pod {
  const { namespace, name, uid, shape, priority, controller } = pod;
  return {
    metadata: {
      namespace,
      name,
      uid: `${uid}/replacement`,
      labels: templateLabels(pod, view),
      ...(controller === undefined ? {} : { ownerReferences: [controller] }),
    },
    spec: { ...shape.spec, priority },
  };
}
