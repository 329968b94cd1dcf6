import type { StringMap } from '#api/kubernetes/metadata.ts';
import { selects, type CompiledSelector } from '#api/label-selector.ts';
import type { Reading } from '#load/sample.ts';
import { reasonWords } from '#load/unknown-reason.ts';
import type { LoadLimit } from './load-limits.ts';

/** A node as rules look at it. */
export interface RuledNode {
  readonly name: string;
  readonly labels: StringMap;
  /** Undefined for a signal that nobody measures. */
  readonly reading: (signal: string) => Reading | undefined;
}

/** What a rule asks of nodes. */
export interface NodeDemand {
  /** Any name where empty. */
  readonly allowed: ReadonlySet<string>;
  readonly selector: CompiledSelector;
  readonly limits: readonly LoadLimit[];
}

/** How a node stands with a rule. Unknown is not eligible: nobody can say that the limit is kept. */
export type NodeStanding =
  | { readonly kind: 'eligible' }
  | { readonly kind: 'not-allowed'; readonly why: string }
  | { readonly kind: 'over'; readonly signal: string; readonly value: number; readonly limit: LoadLimit }
  | { readonly kind: 'unknown'; readonly signal: string; readonly why: string };

export const ELIGIBLE: NodeStanding = { kind: 'eligible' };

/** What comes first tells most: a node that is not allowed stays so whatever its load. */
const gravity: Readonly<Record<NodeStanding['kind'], number>> = { 'not-allowed': 3, over: 2, unknown: 1, eligible: 0 };

/** The one that says most against a node, the first of equals. */
export function worst(standings: readonly NodeStanding[]): NodeStanding {
  return standings.reduce((found, next) => (gravity[next.kind] > gravity[found.kind] ? next : found), ELIGIBLE);
}

/** How a node stands, were this much added to its readings, by signal. A node at its limit keeps it. */
export function standingOf(demand: NodeDemand, node: RuledNode, added: Added = {}): NodeStanding {
  if (demand.allowed.size > 0 && !demand.allowed.has(node.name)) {
    return { kind: 'not-allowed', why: `${node.name} is not among allowedNodes` };
  }
  if (!selects(demand.selector, node.labels)) {
    return { kind: 'not-allowed', why: `${node.name} does not match nodeSelector` };
  }
  return worst(demand.limits.map((limit) => underLimit(limit, node, added[limit.signal] ?? 0)));
}

/** What a pod would add to a node, in the measures of the signals. */
export type Added = Readonly<Record<string, number>>;

/** Of floats that were added up: half a thousandth of a percent is no excess. */
const ROUNDING = 1e-9;

function underLimit(limit: LoadLimit, node: RuledNode, added: number): NodeStanding {
  const { signal, most, written } = limit;
  if (Number.isNaN(most)) return { kind: 'unknown', signal, why: `${written} cannot be read` };
  const reading = node.reading(signal);
  if (reading === undefined) return { kind: 'unknown', signal, why: `${signal} is not measured` };
  if (reading.kind === 'unknown') {
    return { kind: 'unknown', signal, why: `${signal} of ${node.name} is unknown: ${reasonWords[reading.why]}` };
  }
  const value = reading.value + added;
  return value > most + ROUNDING ? { kind: 'over', signal, value, limit } : ELIGIBLE;
}
