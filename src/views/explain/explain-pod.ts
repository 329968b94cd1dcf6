import type { Pod } from '#api/kubernetes/pod.ts';
import { controllerOf, holdsNode, isTerminal, isTerminating, priorityOf } from '#api/pod-standing.ts';
import type { ClusterView } from '#cluster/cluster-view.ts';
import { ownersNow } from '#decisions/rescheduling/movability/owners-now.ts';
import { type BlindSpot, blindSpotsOf, heedBlindSpots } from '#decisions/scheduling/blind-spots.ts';
import { judgeAll } from '#decisions/scheduling/judge-all.ts';
import { type Placement, placePod } from '#decisions/scheduling/place-pod.ts';
import { bestFirst, type NodeAnswer, nodeAnswer } from './node-answer.ts';
import { shownBudgets } from './pod-budgets.ts';
import type { ExplainedPod, ExplainPodInput, PodExplanation, PodOutcome } from './pod-explanation.ts';
import { podRescheduling, type PodRescheduling } from './pod-rescheduling.ts';
import { recordedRefusal } from './recorded-refusal.ts';
import { reschedulingGates } from './rescheduling-gates.ts';
import { whereElse } from './where-else.ts';

/** Answers for one pod what `plimsoll explain pod` asks. */
export function explainPod(input: ExplainPodInput): PodExplanation {
  const { view, pod, dialect, unread } = input;
  const spots = blindSpotsOf(pod.spec, view, unread);
  const known = {
    pod: explainedPod(pod, view),
    budgets: shownBudgets(pod, view),
    rescheduling: reschedulingGates(input),
    rescheduler: reschedulerOn(input),
    nodesInCluster: view.nodes.size,
    dialect: { minor: `1.${dialect.dialect.minor}`, known: dialect.known },
  };
  const nothing = { recorded: null, best: null, histogram: [], nodes: [] };
  if (isTerminal(pod)) return { ...known, ...nothing, question: 'where', outcome: 'ended', message: null };
  if (holdsNode(pod)) return { ...known, ...nothing, question: 'where-else', ...whereElse(input, spots) };
  return { ...known, question: 'where', ...where(input, spots) };
}

function reschedulerOn({ pod, view, unread, house }: ExplainPodInput): PodRescheduling | null {
  if (house === undefined || !holdsNode(pod)) return null;
  const { name, uid } = pod.metadata;
  const owner = ownersNow(view, unread)(pod);
  const itself = { apiVersion: 'v1', kind: 'Pod', name, uid };
  const workload = owner.kind === 'workload' ? owner.workload.ref : itself;
  return podRescheduling({ uid, name, node: pod.spec.nodeName!, workload }, house);
}

type Answer = Pick<PodExplanation, 'outcome' | 'message' | 'histogram' | 'recorded' | 'best' | 'nodes'>;

function where({ view, pod, profile }: ExplainPodInput, spots: readonly BlindSpot[]): Answer {
  const judged = judgeAll(view, pod, profile);
  const placement = placePod(view, pod, profile);
  const coming = view.coming(pod);
  const nodes = judged.nodes.map((node) =>
    nodeAnswer({ ...node, verdict: heedBlindSpots(node.verdict, spots) }, coming, view),
  );
  const refused = judged.refused === undefined ? undefined : heedBlindSpots(judged.refused, spots);
  const outcome = outcomeOf(
    placement,
    refused?.kind === 'unknown' ? [refused] : nodes.map(({ verdict: kind }) => ({ kind })),
  );
  const message = refused?.kind === 'unknown' ? refused.why : messageOf(placement);
  const histogram = placement.kind === 'unplaceable' ? placement.histogram : new Map<string, number>();
  return {
    outcome,
    message,
    histogram: [...histogram].map(([reason, count]) => ({ reason, nodes: count })),
    recorded: recordedRefusal(pod, message),
    best: outcome === 'placeable' && placement.kind === 'placed' ? placement.nodeName : null,
    nodes: bestFirst(nodes),
  };
}

/** What is not known outweighs a no, but not a yes. */
function outcomeOf({ kind }: Placement, verdicts: readonly { readonly kind: NodeAnswer['verdict'] }[]): PodOutcome {
  if (kind === 'broken') return 'broken';
  if (verdicts.some((verdict) => verdict.kind === 'fits')) return 'placeable';
  return verdicts.some((verdict) => verdict.kind === 'unknown') ? 'unknown' : 'unplaceable';
}

function messageOf(placement: Placement): string | null {
  switch (placement.kind) {
    case 'placed':
      return null;
    case 'unplaceable':
      return placement.message;
    case 'broken':
    case 'unknown':
      return placement.why;
  }
}

function explainedPod(pod: Pod, view: ClusterView): ExplainedPod {
  const { metadata, spec, status } = pod;
  const owner = controllerOf(pod);
  const { usage } = view.coming(pod).shape;
  const requests = usage.resources.map((number, at) => [
    view.nodes.resources.columns[number]!.name,
    usage.amounts[at]!,
  ]);
  return {
    namespace: metadata.namespace ?? 'default',
    name: metadata.name,
    uid: metadata.uid,
    phase: status?.phase ?? 'Pending',
    node: (spec.nodeName ?? '') === '' ? null : spec.nodeName!,
    schedulerName: spec.schedulerName ?? 'default-scheduler',
    priority: priorityOf(pod),
    owner: owner === undefined ? null : `${owner.kind} ${owner.name}`,
    terminating: isTerminating(pod),
    gates: (spec.schedulingGates ?? []).map(({ name }) => name),
    requests: usage.unreadable === undefined ? Object.fromEntries(requests) : null,
  };
}
