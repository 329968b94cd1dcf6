import type { NodeAffinity } from '#api/kubernetes/affinity.ts';
import type { Node } from '#api/kubernetes/node.ts';
import type { NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { isEmptyTerm, matchesNodeSelector, matchesPodsNodeRules, matchTerm, placeOf } from '../node-selector.ts';
import { scaledToGreatest } from '../normalise.ts';
import { type FilterPlan, type NaivePlugin, type Probe, type ScorePlan, skip, unresolvable } from '../plugin.ts';

type Preferred = NonNullable<NodeAffinity['preferredDuringSchedulingIgnoredDuringExecution']>;

/** The pod's node selector and node affinity, and what the profile adds to them. */
export const nodeAffinity: NaivePlugin = { name: 'NodeAffinity', planFilter, planScore };

function planFilter({ pod, args }: Probe): FilterPlan {
  const required = pod.spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  const added = args.NodeAffinity?.addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  if (required === undefined && added === undefined && pod.spec.nodeSelector === undefined) return skip;
  const only = namedNodes(required?.nodeSelectorTerms ?? []);
  if (only?.size === 0) return { kind: 'refuses', ...unresolvable('pod affinity terms conflict') };
  return {
    kind: 'judges',
    ...(only !== undefined && { only }),
    judge: (node) => {
      if (added !== undefined && !matchesNodeSelector(added, placeOf(node))) {
        return unresolvable("node(s) didn't match scheduler-enforced node affinity");
      }
      return matchesPodsNodeRules(pod, node)
        ? undefined
        : unresolvable("node(s) didn't match Pod's node affinity/selector");
    },
  };
}

/** The nodes that terms name, if every one of them names some. */
function namedNodes(terms: readonly NodeSelectorTerm[]): ReadonlySet<string> | undefined {
  const named = terms.map(namedByTerm);
  if (named.length === 0 || named.includes(undefined)) return undefined;
  return new Set(named.flatMap((names) => names!));
}

/** What is in every list of names that the term has. */
function namedByTerm(term: NodeSelectorTerm): readonly string[] | undefined {
  const lists = (term.matchFields ?? [])
    .filter((field) => field.key === 'metadata.name' && field.operator === 'In')
    .map((field) => field.values ?? []);
  return lists[0]?.filter((name) => lists.every((list) => list.includes(name)));
}

function planScore({ pod, args }: Probe): ScorePlan {
  const preferred = pod.spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution;
  const added = args.NodeAffinity?.addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
  if (preferred === undefined && added.length === 0) return skip;
  const terms = [...(preferred ?? []), ...added].filter((one) => one.weight !== 0 && !isEmptyTerm(one.preference));
  if (terms.some((one) => matchTerm(one.preference, { labels: {} }) === 'broken')) {
    return { kind: 'fails', why: 'a preferred term cannot be judged' };
  }
  return {
    kind: 'scores',
    score: (node) => weightOf(terms, node),
    normalise: (scores) => scaledToGreatest(scores, false),
  };
}

function weightOf(terms: Preferred, node: Node): number {
  return terms
    .filter((one) => matchTerm(one.preference, placeOf(node)) === 'matches')
    .reduce((sum, one) => sum + one.weight, 0);
}
