import type { PodLabels } from './pod-labels.ts';
import type { LabelColumn } from './columns/label-column.ts';
import { type NamespaceLabels, type PodTerm, speaksOfComing } from './pod-term.ts';
import { Tally } from './tally.ts';

/** What pods on nodes ask of pods that come; the preferred carry signed weights. */
export type TermKind = 'required-anti-affinity' | 'required-affinity' | 'preferred';

/** Equal terms of all placed pods together: thousands of pods make dozens of these. */
export interface TermGroup {
  readonly kind: TermKind;
  readonly term: PodTerm;
  /** The weights of the pods that carry it, by value of its topology key. */
  readonly tally: Tally;
}

interface Matched {
  seen: number;
  readonly groups: TermGroup[];
}

/** The terms that placed pods carry, grouped; and which of them speak of pods of a class. */
export class TermGroups {
  readonly #kinds: Readonly<Record<TermKind, { groups: TermGroup[]; matched: Map<PodLabels, Matched> }>> = {
    'required-anti-affinity': { groups: [], matched: new Map() },
    'required-affinity': { groups: [], matched: new Map() },
    preferred: { groups: [], matched: new Map() },
  };
  readonly #byKey = new Map<string, TermGroup>();

  of(kind: TermKind, term: PodTerm, column: LabelColumn): TermGroup {
    const key = `${kind}\0${term.topologyKey}\0${term.key}`;
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const group: TermGroup = { kind, term, tally: new Tally(column, 0) };
    this.#byKey.set(key, group);
    this.#kinds[kind].groups.push(group);
    return group;
  }

  /** The groups carried by any placed pod that speak of pods of this class. */
  speakingOf(kind: TermKind, labels: PodLabels, namespaces: NamespaceLabels): readonly TermGroup[] {
    const { groups, matched } = this.#kinds[kind];
    const known = matched.get(labels) ?? { seen: 0, groups: [] };
    if (known.seen === groups.length) return known.groups;
    for (; known.seen < groups.length; known.seen++) {
      const group = groups[known.seen]!;
      if (speaksOfComing(group.term, labels, namespaces)) known.groups.push(group);
    }
    matched.set(labels, known);
    return known.groups;
  }

  get size(): number {
    return this.#byKey.size;
  }

  /** Forgets all others, and who of whom was found to speak. */
  keep(used: ReadonlySet<TermGroup>): void {
    for (const [key, group] of this.#byKey) if (!used.has(group)) this.#byKey.delete(key);
    for (const kind of Object.values(this.#kinds)) kind.groups = kind.groups.filter((group) => used.has(group));
    this.forgetMatches();
  }

  /** For when the labels of namespaces have changed. */
  forgetMatches(): void {
    for (const { matched } of Object.values(this.#kinds)) matched.clear();
  }
}
