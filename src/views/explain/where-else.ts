import { keyOf } from '#cluster/object-shelf.ts';
import type { PlacedPod } from '#cluster/pod-entry.ts';
import { type BlindSpot, heedBlindSpots } from '#decisions/scheduling/blind-spots.ts';
import { histogramOf } from '#decisions/scheduling/message.ts';
import { type Instant, possibleLabels, replacementOf, supposeReplaced } from '#decisions/scheduling/replacement.ts';
import { type Destination, whereCouldItGo } from '#decisions/scheduling/where-could-it-go.ts';
import type { ExplainPodInput, PodExplanation } from './pod-explanation.ts';
import { bestFirst, type NodeAnswer, nodeAnswer } from './node-answer.ts';

type Elsewhere = Pick<PodExplanation, 'outcome' | 'message' | 'histogram' | 'best' | 'nodes'>;

const unmovable = {
  'not-placed': 'its node is not there',
  'of-a-daemon-set': 'it belongs to a DaemonSet: its node would get another one',
  'pinned-to-its-node': 'its spec allows it this node alone, by name',
  static: 'its node runs it from a file of its own: it can be neither placed nor moved',
  'nobody-makes-it-again': 'nobody would make it again: it has no owner',
} as const;

/** Where the pod that is made in place of this one could go, at both instants. */
export function whereElse({ view, pod, profile }: ExplainPodInput, spots: readonly BlindSpot[]): Elsewhere {
  const placed = view.pod(keyOf(pod.metadata));
  const found = placed === undefined ? undefined : whereCouldItGo(view, placed, profile);
  if (placed === undefined || found === undefined || found.kind === 'unmovable') {
    const why = found?.kind === 'unmovable' ? found.why : 'not-placed';
    return { outcome: 'unmovable', message: unmovable[why], histogram: [], best: null, nodes: [] };
  }
  const destinations = found.nodes.map((one): Destination => {
    const { nodeName, meanwhile, afterwards, scores } = one;
    return { nodeName, meanwhile, afterwards, scores, verdict: heedBlindSpots(one.verdict, spots) };
  });
  const nodes = bestFirst(answersOf(destinations, placed, { view }));
  const others = nodes.filter(({ here }) => here !== true);
  return {
    outcome: outcomeOf(others),
    message: null,
    histogram: [...histogramOf(destinations.map(({ verdict }) => verdict))].map(([reason, count]) => ({
      reason,
      nodes: count,
    })),
    best: others.find(({ verdict }) => verdict === 'fits')?.node ?? null,
    nodes,
  };
}

function outcomeOf(others: readonly NodeAnswer[]): 'placeable' | 'unknown' | 'unplaceable' {
  if (others.some(({ verdict }) => verdict === 'fits')) return 'placeable';
  return others.some(({ verdict }) => verdict === 'unknown') ? 'unknown' : 'unplaceable';
}

/** The numbers behind a refusal are those of the instant at which it is given. */
function answersOf(
  destinations: readonly Destination[],
  placed: PlacedPod,
  { view }: Pick<ExplainPodInput, 'view'>,
): readonly NodeAnswer[] {
  const replacement = replacementOf(placed, possibleLabels(placed)[0]!);
  const here = view.nodes.nameOf(placed.row);
  const decidedAt = ({ meanwhile, afterwards }: Destination): Instant =>
    meanwhile !== undefined && afterwards.kind === 'fits' ? 'ending' : 'gone';
  const foldedAt = (instant: Instant): ReadonlyMap<string, NodeAnswer> =>
    supposeReplaced(view, { pod: placed, replacement }, instant, () => {
      const coming = view.coming(replacement);
      const decided = destinations.filter((one) => decidedAt(one) === instant);
      return new Map(decided.map((one) => [one.nodeName, nodeAnswer(one, coming, view)]));
    });
  const ending = foldedAt('ending');
  const gone = foldedAt('gone');
  return destinations.map((one): NodeAnswer => {
    const answer = ending.get(one.nodeName) ?? gone.get(one.nodeName)!;
    const { meanwhile, afterwards } = one;
    return {
      ...answer,
      ...(meanwhile === undefined ? {} : { meanwhile: meanwhile.kind }),
      afterwards: afterwards.kind,
      ...(one.nodeName === here ? { here: true } : {}),
    };
  });
}
