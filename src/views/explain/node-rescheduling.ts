import type { NodeFate, ProposedMove } from '#decisions/rescheduling/plan/migration-plan.ts';
import { fateText, standingText } from '#views/plan/fate-words.ts';
import { heatOfNode, type HeatOfNode, heatText } from './heat-of-node.ts';
import { heldBy, type HeldBy, type HouseInput, houseLines, type SpentBudget, spentBudgets } from './house-gates.ts';

/** What the rescheduler would do about a node now: plain values, ready to be JSON. */
export interface NodeRescheduling {
  /** Null where the node is neither hot nor at risk. */
  readonly fate: NodeFate | null;
  readonly leaving: readonly Pick<ProposedMove, 'pod' | 'to' | 'reason'>[];
  readonly coming: readonly Pick<ProposedMove, 'pod' | 'from'>[];
  readonly signals: readonly HeatOfNode[];
  readonly held: HeldBy;
  readonly budgets: readonly SpentBudget[];
}

/** Null where no source of load answered. */
export function nodeRescheduling(node: string, house: HouseInput): NodeRescheduling | null {
  const { seen } = house;
  if (!('plan' in seen)) return null;
  const { plan, load } = seen;
  return {
    fate: plan.nodes.find((each) => each.node === node) ?? null,
    leaving: plan.moves.filter(({ from }) => from === node).map(({ pod, to, reason }) => ({ pod, to, reason })),
    coming: plan.moves.filter(({ to }) => to === node).map(({ pod, from }) => ({ pod, from })),
    signals: heatOfNode(node, load),
    held: heldBy(house),
    budgets: spentBudgets(house, { node }),
  };
}

/** So many pods are told of that stay. */
const STAYS_SHOWN = 5;

export function nodeReschedulingLines(told: NodeRescheduling): readonly string[] {
  const { fate, leaving, coming, signals, held, budgets } = told;
  const heat = heatText(signals);
  const stays = fate?.stays ?? [];
  const more = stays.length - STAYS_SHOWN;
  return [
    fate === null
      ? 'The rescheduler has nothing to do here'
      : `The rescheduler finds it ${standingText(fate)}: ${fateText(fate)}`,
    ...(heat === '' ? [] : [`Signals: ${heat}`]),
    ...leaving.map(({ pod, to, reason }) => `Would leave: ${pod.namespace}/${pod.name} to ${to}, for ${reason}`),
    ...coming.map(({ pod, from }) => `Would come: ${pod.namespace}/${pod.name} from ${from}`),
    ...stays.slice(0, STAYS_SHOWN).map(({ pod, reason }) => `Stays: ${pod.namespace}/${pod.name}: ${reason}`),
    ...(more > 0 ? [`and ${more} more: plimsoll plan -o wide`] : []),
    ...houseLines(held, budgets),
  ];
}
