import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { NodeLoadRule } from '#api/node-load-rule.ts';
import { compileSelector, type CompiledSelector, selects, selectsEverything } from '#api/label-selector.ts';
import { type Calendar, calendarOf } from '#base/calendar.ts';
import { limitsIn } from './load-limits.ts';
import { type Added, type NodeDemand, type NodeStanding, type RuledNode, standingOf, worst } from './node-standing.ts';

/** A pod as rules look at it. */
export interface RuledPod {
  readonly namespace: string;
  readonly labels: StringMap;
}

/** Whether the rules over a pod let it be moved, and if not, which of them and until when. */
export type Leave =
  | { readonly kind: 'granted' }
  | { readonly kind: 'disabled'; readonly rule: string }
  /** `opensAt`: milliseconds since the Unix epoch; absent where no window opens within nine days. */
  | { readonly kind: 'outside-windows'; readonly rule: string; readonly opensAt?: number };

/** How a node stands with the rules over a pod, and the rule that says most against it. */
export type RuledStanding = NodeStanding & { readonly rule?: string };

/** Something in a rule that cannot be read, and what is made of it. */
export interface RuleComplaint {
  /** `namespace/name`. */
  readonly rule: string;
  readonly text: string;
}

/** The rules of a cluster, ready to be asked. All rules that match a pod hold together. */
export interface RuleBook {
  readonly complaints: readonly RuleComplaint[];
  /** How a node stands with the rules that must be kept, were the pod's own use added to it. */
  standing(pod: RuledPod, node: RuledNode, added?: Added): RuledStanding;
  /** How a node stands with all rules, wishes too: `over` where the pod is makes it a candidate. */
  here(pod: RuledPod, node: RuledNode, added?: Added): RuledStanding;
  leave(pod: RuledPod, now: number): Leave;
}

interface ReadRule {
  readonly name: string;
  readonly pods: CompiledSelector;
  readonly demand: NodeDemand;
  readonly isRequired: boolean;
  readonly isMovable: boolean;
  readonly calendar: Calendar;
}

/** Reads rules once. Their order is no matter: of several that say the same, the first by name is told. */
export function ruleBookOf(rules: readonly NodeLoadRule[]): RuleBook {
  const read = rules.map(readRule).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const byNamespace = Map.groupBy(read, ({ name }) => name.slice(0, name.indexOf('/')));
  const over = ({ namespace, labels }: RuledPod): readonly ReadRule[] =>
    (byNamespace.get(namespace) ?? []).filter(({ pods }) => selects(pods, labels));
  return {
    complaints: read.flatMap(complaintsAbout),
    standing: (pod, node, added) =>
      together(
        over(pod).filter(({ isRequired }) => isRequired),
        node,
        added,
      ),
    here: (pod, node, added) => together(over(pod), node, added),
    leave: (pod, now) => leaveOf(over(pod), now),
  };
}

function readRule({ metadata, spec }: NodeLoadRule): ReadRule {
  return {
    name: `${metadata.namespace ?? ''}/${metadata.name}`,
    pods: spec.podSelector === undefined ? selectsEverything : compileSelector(spec.podSelector),
    demand: {
      allowed: new Set(spec.allowedNodes),
      selector: spec.nodeSelector === undefined ? selectsEverything : compileSelector(spec.nodeSelector),
      limits: limitsIn(spec),
    },
    isRequired: spec.enforcement !== 'Preferred',
    isMovable: spec.rebalance !== 'Disabled',
    calendar: calendarOf(spec.windows ?? []),
  };
}

function complaintsAbout({ name, demand, pods, calendar }: ReadRule): readonly RuleComplaint[] {
  const texts = [
    ...demand.limits
      .filter(({ most }) => Number.isNaN(most))
      .map(({ written }) => `${written} cannot be read: no node is known to keep it`),
    ...(pods.key === 'broken' ? ['podSelector cannot be read: it matches no pod'] : []),
    ...(demand.selector.key === 'broken' ? ['nodeSelector cannot be read: it matches no node'] : []),
    ...calendar.complaints.map((complaint) => `windows: ${complaint}: it never opens`),
  ];
  return texts.map((text) => ({ rule: name, text }));
}

function together(rules: readonly ReadRule[], node: RuledNode, added?: Added): RuledStanding {
  const standings = rules.map(({ name, demand }) => ({ name, standing: standingOf(demand, node, added) }));
  const found = worst(standings.map(({ standing }) => standing));
  const rule = standings.find(({ standing }) => standing === found)?.name;
  return found.kind === 'eligible' || rule === undefined ? found : { ...found, rule };
}

/** A rule that forbids outlasts one that is closed for now. */
function leaveOf(rules: readonly ReadRule[], now: number): Leave {
  const disabled = rules.find(({ isMovable }) => !isMovable);
  if (disabled !== undefined) return { kind: 'disabled', rule: disabled.name };
  const closed = rules.find(({ calendar }) => !calendar.isOpen(now));
  if (closed === undefined) return { kind: 'granted' };
  const opensAt = closed.calendar.nextOpening(now);
  return { kind: 'outside-windows', rule: closed.name, ...(opensAt === undefined ? {} : { opensAt }) };
}
