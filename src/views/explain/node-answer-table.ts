import type { ItemisedScore } from '#decisions/scheduling/place-pod.ts';
import type { NodeAnswer } from './node-answer.ts';
import { type Column, type Paint, table, type Tone } from '#views/table.ts';

const NONE = '-';

/** Every node by itself. */
export function answersTable(answers: readonly NodeAnswer[], paint: Paint): string {
  const columns: readonly Column<NodeAnswer>[] = [
    { header: 'NODE', cell: ({ node }) => node },
    { header: 'VERDICT', cell: verdictText, tone: verdictTone },
    { header: 'BY', cell: ({ plugin }) => plugin ?? NONE },
    { header: 'WHY', cell: ({ reasons }) => reasons.join('; ') || NONE },
    { header: 'NUMBERS', cell: evidenceText },
    { header: 'TOTAL', cell: ({ total }) => (total === null ? NONE : String(total)), align: 'right' },
  ];
  return table(columns, answers, { headers: 'shown', paint });
}

interface Group {
  readonly first: NodeAnswer;
  readonly members: readonly NodeAnswer[];
}

/** Nodes that say the same, together: how many, and one of them as an example: that which comes nearest. */
export function groupsTable(answers: readonly NodeAnswer[], paint: Paint): string {
  const keyOf = (answer: NodeAnswer): string => JSON.stringify([verdictText(answer), answer.plugin, answer.reasons]);
  const groups = [...Map.groupBy(answers, keyOf).values()].map((members): Group => ({
    first: nearest(members),
    members,
  }));
  const columns: readonly Column<Group>[] = [
    { header: 'NODES', cell: ({ members }) => String(members.length), align: 'right' },
    { header: 'VERDICT', cell: ({ first }) => verdictText(first), tone: ({ first }) => verdictTone(first) },
    { header: 'BY', cell: ({ first }) => first.plugin ?? NONE },
    { header: 'WHY', cell: ({ first }) => first.reasons.join('; ') || NONE },
    { header: 'SUCH AS', cell: ({ first }) => first.node },
    { header: 'WITH', cell: ({ first }) => evidenceText(first) },
  ];
  return table(columns, groups, { headers: 'shown', paint });
}

/** Where the least is missing of what there is too little of; the first where nothing is counted. */
function nearest(members: readonly NodeAnswer[]): NodeAnswer {
  return members.toSorted((one, other) => missingShare(one) - missingShare(other))[0]!;
}

function missingShare({ evidence }: NodeAnswer): number {
  const shares = evidence.map(({ facts: { requested, free } }) =>
    typeof requested === 'number' && typeof free === 'number' ? (requested - free) / requested : 0,
  );
  return Math.max(0, ...shares);
}

/** What made the totals; in `wide` also what weighed nothing, and the raw scores. */
export function scoresTable(scored: readonly NodeAnswer[], width: 'narrow' | 'wide'): string {
  return table<NodeAnswer>(
    [
      { header: 'NODE', cell: ({ node }) => node },
      { header: 'TOTAL', cell: ({ total }) => String(total), align: 'right' },
      { header: 'MADE OF', cell: ({ scores }) => scoresText(scores, width) },
    ],
    scored,
  );
}

function scoresText(scores: readonly ItemisedScore[], width: 'narrow' | 'wide'): string {
  const counted = width === 'wide' ? scores : scores.filter(({ score }) => score > 0);
  return counted
    .map(({ plugin, raw, score, weight }) => {
      const times = weight === 1 ? '' : `${weight}×`;
      return `${plugin} ${times}${score}${width === 'wide' ? ` (raw ${raw})` : ''}`;
    })
    .join(' + ');
}

function verdictText({ verdict, meanwhile, afterwards, here }: NodeAnswer): string {
  const where = here === true ? ', here' : '';
  if (verdict === 'rejected' && afterwards === 'fits' && meanwhile === 'rejected')
    return `only once it is gone${where}`;
  return `${verdict === 'rejected' ? 'refuses' : verdict}${where}`;
}

const tones: Readonly<Record<NodeAnswer['verdict'], Tone>> = { fits: 'good', unknown: 'doubtful', rejected: 'bad' };

const verdictTone = ({ verdict }: NodeAnswer): Tone => tones[verdict];

function evidenceText({ evidence }: NodeAnswer): string {
  return evidence.map(({ text }) => text).join('; ') || NONE;
}
