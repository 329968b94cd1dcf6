import { resourceText } from '#views/evidence/words.ts';
import type { NodeAnswer } from './node-answer.ts';
import { answersTable, groupsTable, scoresTable } from './node-answer-table.ts';
import type { ExplainedPod, PodExplanation } from './pod-explanation.ts';
import { podReschedulingLines } from './pod-rescheduling-text.ts';
import type { Paint } from '#views/table.ts';

export interface ExplanationTextOptions {
  /** `wide`: every node by itself, whatever their number, and every score. */
  readonly width: 'narrow' | 'wide';
  readonly paint: Paint;
}

/** So many nodes are read one by one; more are told by what they say. */
const readable = 12;
const bestShown = 5;

/** An explanation as people read it. */
export function podExplanationText(told: PodExplanation, { width, paint }: ExplanationTextOptions): string {
  const { nodes } = told;
  const each = width === 'wide' || nodes.length <= readable;
  const scored = nodes.filter(({ scores }) => scores.length > 0);
  const shown = width === 'wide' ? scored : scored.slice(0, bestShown);
  const parts = [
    lines([
      ...aboutPod(told.pod),
      ...budgetLines(told),
      answerLine(told),
      ...reschedulingLines(told),
      ...(told.rescheduler === null ? [] : podReschedulingLines(told.rescheduler)),
      ...wordsLines(told),
    ]),
    ...(nodes.length === 0 ? [] : [each ? answersTable(nodes, paint) : groupsTable(nodes, paint)]),
    ...(shown.length === 0 ? [] : [scoresTable(shown, width)]),
  ];
  return parts.join('\n');
}

function lines(all: readonly string[]): string {
  return all.map((line) => `${line}\n`).join('');
}

function aboutPod(pod: ExplainedPod): readonly string[] {
  const { namespace, name, phase, node, terminating, gates, priority, schedulerName, owner } = pod;
  const where = node === null ? 'on no node' : `on ${node}`;
  const state = [phase, where, ...(terminating ? ['ending'] : []), `priority ${priority}`, schedulerName];
  return [
    `Pod ${namespace}/${name}: ${[...state, ...(owner === null ? [] : [owner])].join(', ')}`,
    `Requests: ${requestsText(pod)}`,
    ...(gates.length === 0 ? [] : [`Gated by ${gates.join(', ')}: no scheduler looks at it before they are gone`]),
  ];
}

function requestsText({ requests }: ExplainedPod): string {
  if (requests === null) return 'cannot be read';
  const asked = Object.entries(requests).filter(([, amount]) => amount > 0);
  return asked.map(([resource, amount]) => `${resource} ${resourceText(resource, amount)}`).join(', ') || 'nothing';
}

function budgetLines({ question, budgets }: PodExplanation): readonly string[] {
  if (question === 'where') return [];
  return budgets.map(({ name, disruptionsAllowed }) => {
    const allowed = disruptionsAllowed === null ? 'nobody has worked out how many' : String(disruptionsAllowed);
    return `Disruption budget ${name}: ${allowed} of its pods may be evicted now`;
  });
}

function reschedulingLines({ rescheduling, outcome }: PodExplanation): readonly string[] {
  if (rescheduling === null || outcome === 'unmovable') return [];
  const { verdict, reason, freedBy } = rescheduling;
  switch (verdict) {
    case 'movable':
      return ['Off a hot node it may be moved'];
    case 'last-resort':
      return ['Off a hot node it may be moved, if nothing else helps'];
    case 'held':
      return [`Not even off a hot node it is moved: ${reason}${freedBy === null ? '' : `; to free it: ${freedBy}`}`];
  }
}

function answerLine(told: PodExplanation): string {
  const { outcome, question, best, message } = told;
  const asked = question === 'where' ? 'Fits' : 'If it were evicted, the pod in its place would fit';
  switch (outcome) {
    case 'placeable':
      return `${asked} on ${countText(told)}${best === null ? '' : `, best on ${best}`}`;
    case 'unplaceable':
      return `${asked} nowhere${question === 'where' ? '' : ' else'}`;
    case 'unknown':
      return `${asked} on no node for sure${message === null ? '' : `: ${message}`}`;
    case 'broken':
      return `Cannot be placed, for kube-scheduler would stumble: ${message ?? ''}`;
    case 'unmovable':
      return `Cannot be moved: ${message ?? ''}`;
    case 'ended':
      return 'Has ended: there is nothing to place';
  }
}

function countText({ nodes, question }: PodExplanation): string {
  const fits = (one: NodeAnswer): boolean => one.verdict === 'fits';
  const others = question === 'where' ? nodes : nodes.filter(({ here }) => here !== true);
  const kind = question === 'where' ? 'nodes' : 'other nodes';
  return `${others.filter(fits).length} of ${others.length} ${kind}`;
}

/** The words of the scheduler, and whether it wrote the same. */
function wordsLines({ outcome, message, recorded }: PodExplanation): readonly string[] {
  const ours = outcome === 'unplaceable' && message !== null ? [`In kube-scheduler's words: ${message}`] : [];
  if (recorded === null) return ours;
  const { reason, message: theirs, agrees } = recorded;
  return [
    ...ours,
    agrees ? `Recorded by the scheduler (${reason}): the same` : `Recorded by the scheduler (${reason}): ${theirs}`,
  ];
}
