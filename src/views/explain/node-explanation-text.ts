import { bytesText, coresText } from '#load/signals/amount-text.ts';
import { orUnknown, UNKNOWN } from '#views/amount-text.ts';
import { resourceText } from '#views/evidence/words.ts';
import type { NodeExplanation, NodeResource, PendingPod, PodOnNode } from './node-explanation.ts';
import { nodeReschedulingLines } from './node-rescheduling.ts';
import type { ExplanationTextOptions } from './pod-explanation-text.ts';
import { type Column, table } from '#views/table.ts';

const NONE = '-';

const resourceColumns: readonly Column<NodeResource>[] = [
  { header: 'RESOURCE', cell: ({ resource }) => resource },
  { header: 'REQUESTED', cell: ({ resource, requested }) => resourceText(resource, requested), align: 'right' },
  { header: 'ALLOCATABLE', cell: ({ resource, allocatable }) => resourceText(resource, allocatable), align: 'right' },
  { header: 'FREE', cell: ({ resource, free }) => resourceText(resource, free), align: 'right' },
  {
    header: 'USED',
    cell: ({ resource, used }) => orUnknown(used, (known) => resourceText(resource, known)),
    align: 'right',
  },
];

const podColumns: readonly Column<PodOnNode>[] = [
  { header: 'NAMESPACE', cell: ({ namespace }) => namespace },
  { header: 'POD', cell: ({ name, terminating }) => `${name}${terminating ? ' (ending)' : ''}` },
  { header: 'CPU REQ', cell: ({ cpuMilli }) => coresText(cpuMilli / 1000), align: 'right' },
  { header: 'CPU USED', cell: ({ used }) => usedText(used?.cpuCores.value, coresText), align: 'right' },
  { header: 'MEM REQ', cell: ({ memoryBytes }) => bytesText(memoryBytes), align: 'right' },
  { header: 'MEM USED', cell: ({ used }) => usedText(used?.memoryBytes.value, bytesText), align: 'right' },
  { header: 'OWNER', cell: ({ owner }) => owner ?? NONE },
];

interface PendingGroup {
  readonly first: PendingPod;
  readonly members: readonly PendingPod[];
}

const pendingColumns: readonly Column<PendingGroup>[] = [
  { header: 'PENDING', cell: ({ members }) => String(members.length), align: 'right' },
  { header: 'VERDICT', cell: ({ first }) => (first.answer.verdict === 'rejected' ? 'refuses' : first.answer.verdict) },
  { header: 'BY', cell: ({ first }) => first.answer.plugin ?? NONE },
  { header: 'WHY', cell: ({ first }) => first.answer.reasons.join('; ') || NONE },
  { header: 'SUCH AS', cell: ({ first }) => `${first.namespace}/${first.name}` },
  { header: 'WITH', cell: ({ first }) => first.answer.evidence.map(({ text }) => text).join('; ') || NONE },
];

/** So many pods are told, the largest; `wide` tells all. */
const podsShown = 10;

/** An explanation as people read it. */
export function nodeExplanationText(told: NodeExplanation, { width, paint }: ExplanationTextOptions): string {
  const { pods, pending, resources } = told;
  const shown = width === 'wide' ? pods : pods.slice(0, podsShown);
  const left = pods.length - shown.length;
  const printed = { headers: 'shown', paint } as const;
  const parts = [
    headText(told),
    ...(told.rescheduler === null ? [] : [`${nodeReschedulingLines(told.rescheduler).join('\n')}\n`]),
    table(resourceColumns, resources, printed),
    ...(pods.length === 0
      ? []
      : [`${table(podColumns, shown, printed)}${left > 0 ? `and ${left} more: -o wide\n` : ''}`]),
    ...(pending.length === 0 ? [] : [table(pendingColumns, grouped(pending), printed)]),
  ];
  return parts.join('\n');
}

function headText({ node, ready, podCount, podLimit, load, blockers, pendingUnasked }: NodeExplanation): string {
  const verdict = load === null ? '' : `, load ${load.verdict}`;
  const head = `Node ${node}: ${ready ? 'ready' : 'not ready'}, ${podCount} of at most ${podLimit} pods${verdict}`;
  const blocked =
    blockers.length === 0
      ? ['Nothing but room, and what pods ask for themselves, keeps pods off it']
      : ['Keeps pods off:', ...blockers.map(({ text }) => `  ${text}`)];
  const unasked = pendingUnasked === 0 ? [] : [`${pendingUnasked} more pending pods were not asked about`];
  return [head, ...blocked, ...unasked].map((line) => `${line}\n`).join('');
}

/** Pending pods that hear the same. */
function grouped(pending: readonly PendingPod[]): readonly PendingGroup[] {
  const keyOf = ({ answer: { verdict, plugin, reasons } }: PendingPod): string =>
    JSON.stringify([verdict, plugin, reasons]);
  return [...Map.groupBy(pending, keyOf).values()].map((members) => ({ first: members[0]!, members }));
}

function usedText(value: number | null | undefined, show: (known: number) => string): string {
  return value === undefined || value === null ? UNKNOWN : show(value);
}
