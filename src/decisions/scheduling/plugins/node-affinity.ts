import { intersectionOf } from '#base/intersection.ts';
import type { NodeSelector, NodeSelectorTerm } from '#api/kubernetes/selectors.ts';
import { type NodeFilter, type FilterStep, type JudgeRows, type NodeScore, SKIP } from '../framework.ts';
import { type NodeMatcher, requiredOfNodes, selectorMatcher, termMatcher } from '../node-matcher.ts';
import { moreIsBetter } from '../normalise.ts';
import type { ProfileOptions } from '../profile-options.ts';
import { OK } from '../verdict-book.ts';

/** The nodes one term names, where it names any: all its lists of names must agree. */
function namesIn({ matchFields = [] }: NodeSelectorTerm): Set<string> | undefined {
  const lists = matchFields.filter(({ key, operator }) => key === 'metadata.name' && operator === 'In');
  if (lists.length === 0) return undefined;
  return intersectionOf(lists.map(({ values = [] }) => new Set(values)));
}

/** The nodes the terms name together; undefined where one of them names none, as then any node may do. */
function namedNodes(selector: NodeSelector | undefined): Set<string> | undefined {
  if (selector === undefined || selector.nodeSelectorTerms.length === 0) return undefined;
  const named = new Set<string>();
  for (const term of selector.nodeSelectorTerms) {
    const names = namesIn(term);
    if (names === undefined) return undefined;
    for (const name of names) named.add(name);
  }
  return named;
}

/** Keeps to the nodes that the pod, and the profile, require. */
export const nodeAffinity = ({ addedAffinity }: ProfileOptions): NodeFilter => ({
  name: 'NodeAffinity',
  reach: 'node',
  prepare({ shape: { spec } }, view, pen): FilterStep {
    const added = addedAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    const required = requiredOfNodes(spec, view);
    if (required === undefined && added === undefined) return SKIP;
    const named = namedNodes(spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution);
    if (named?.size === 0) {
      return { kind: 'refuse', verdict: pen.refuse('UnschedulableAndUnresolvable', 'pod affinity terms conflict') };
    }
    const enforced = added === undefined ? undefined : selectorMatcher(added, view);
    const refused = pen.refuse('UnschedulableAndUnresolvable', "node(s) didn't match Pod's node affinity/selector");
    const barred = pen.refuse('UnschedulableAndUnresolvable', "node(s) didn't match scheduler-enforced node affinity");
    const judge: JudgeRows = ({ list, count }, verdicts) => {
      for (let at = 0; at < count; at++) {
        const row = list[at]!;
        if (enforced !== undefined && !enforced(row)) verdicts[row] = barred;
        else verdicts[row] = required === undefined || required(row) ? OK : refused;
      }
    };
    return named === undefined ? { kind: 'judge', judge } : { kind: 'judge', judge, only: named };
  },
});

interface Preference {
  readonly weight: number;
  readonly matches: NodeMatcher;
}

const says = ({ matchExpressions = [], matchFields = [] }: NodeSelectorTerm): boolean =>
  matchExpressions.length + matchFields.length > 0;

/** Prefers nodes that the pod, and the profile, would rather have. */
export const nodeAffinityScore = ({ addedAffinity }: ProfileOptions): NodeScore => ({
  name: 'NodeAffinity',
  reach: 'node',
  prepare({ shape: { spec } }, view) {
    const own = spec.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    const added = addedAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (own.length + added.length === 0) return SKIP;
    const asked = [...own, ...added].filter(({ weight, preference }) => weight !== 0 && says(preference));
    const preferences: Preference[] = asked.flatMap(({ weight, preference }) => {
      const matches = termMatcher(preference, view);
      return matches === undefined ? [] : [{ weight, matches }];
    });
    if (preferences.length < asked.length) return { kind: 'fail', why: 'a preferred term cannot be read' };
    return {
      kind: 'score',
      normalise: moreIsBetter,
      score({ list, count }, raw) {
        for (let at = 0; at < count; at++) {
          let sum = 0;
          for (const { weight, matches } of preferences) if (matches(list[at]!)) sum += weight;
          raw[list[at]!] = sum;
        }
      },
    };
  },
});
