import type { ExpectedLoad } from '#decisions/rescheduling/relocations/relocation-plan.ts';
import type { MigrationPlan, NodeFate, ProposedMove, StayingPod } from '#decisions/rescheduling/plan/migration-plan.ts';
import { percentText } from '#views/amount-text.ts';
import { counted } from '#views/counted.ts';
import { budgetLines } from './budget-lines.ts';
import { fateText, standingText } from './fate-words.ts';
import { type Column, type Paint, table, type TableOptions } from '#views/table.ts';

export interface PlanTextOptions {
  readonly width: 'narrow' | 'wide';
  readonly paint: Paint;
}

/** A plan for people: what would move, and what that leaves of the budgets, then each node that is hot or at risk, and why its other pods stay. */
export function planText(plan: MigrationPlan, { width, paint }: PlanTextOptions): string {
  const options: TableOptions = { headers: 'shown', paint };
  const moves = plan.moves.length === 0 ? '' : table(width === 'wide' ? wide : narrow, plan.moves, options);
  const nodes = plan.nodes.map((fate) => nodeText(fate, width, options));
  const first = [headline(plan), ...budgetLines(plan.budgets, width)];
  return [first.map((line) => `${line}\n`).join(''), moves, ...nodes].filter((part) => part !== '').join('\n');
}

function headline({ moves, nodes, sight, coverage, neededCoverage, unseen }: MigrationPlan): string {
  const unknown = unseen.length === 0 ? '' : ` Not seen: ${unseen.join(', ')}.`;
  if (sight === 'blind') {
    const share = `${coverage.seen} of ${coverage.ready} ready nodes are seen, and ${percentText(neededCoverage)} must be`;
    return `Nothing moves: ${share}.${unknown}`;
  }
  const hot = nodes.filter(({ verdict }) => verdict === 'hot').length;
  const said = `${counted(hot, 'node is', 'nodes are')} hot`;
  if (moves.length === 0) return `Nothing to move: ${said}.${unknown}`;
  const [groups, evictions] = [Map.groupBy(moves, ({ together }) => together), counted(moves.length, 'move')];
  const minutes = [...groups.values()].reduce((sum, [first]) => sum + first!.avoidsMinutes, 0);
  return `${evictions}; ${said}. They avoid ${Math.round(minutes)} minutes of overload within a day.${unknown}`;
}

const narrow: readonly Column<ProposedMove>[] = [
  { header: 'NAMESPACE', cell: ({ pod }) => pod.namespace },
  { header: 'POD', cell: ({ pod }) => pod.name },
  { header: 'FROM', cell: ({ from }) => from },
  { header: 'TO', cell: ({ to }) => to },
  { header: 'CPU FROM', cell: ({ source }) => changeText(source, 'cpu') },
  { header: 'CPU TO', cell: ({ target }) => changeText(target, 'cpu') },
  { header: 'AVOIDS', align: 'right', cell: ({ avoidsMinutes }) => `${Math.round(avoidsMinutes)}m` },
  { header: 'WHY', cell: ({ reason }) => reason },
];

const wide: readonly Column<ProposedMove>[] = [
  ...narrow.slice(0, 2),
  { header: 'WORKLOAD', cell: ({ workload: { kind, name } }) => `${kind}/${name}` },
  ...narrow.slice(2, 6),
  { header: 'MEMORY FROM', cell: ({ source }) => changeText(source, 'memory') },
  { header: 'MEMORY TO', cell: ({ target }) => changeText(target, 'memory') },
  { header: 'TOGETHER', align: 'right', cell: ({ together }) => String(together + 1) },
  ...narrow.slice(6, 7),
  { header: 'PRICE', align: 'right', cell: ({ priceMinutes }) => `${Math.round(priceMinutes)}m` },
  ...narrow.slice(7),
];

function changeText({ before, after }: ProposedMove['source'], resource: string): string {
  return `${loadText(before, resource)} -> ${loadText(after, resource)}`;
}

function loadText(loads: readonly ExpectedLoad[], resource: string): string {
  return percentText(loads.find((load) => load.resource === resource)!.now);
}

/** Of a node that is only at risk the pods are told where there is room for them. */
function nodeText(fate: NodeFate, width: PlanTextOptions['width'], options: TableOptions): string {
  const { node, verdict, stays, riskBefore, riskAfter } = fate;
  const isHot = verdict === 'hot' ? options.paint('bad', standingText(fate)) : standingText(fate);
  const risk =
    riskBefore === null || riskAfter === null
      ? ''
      : ` (overload expected within a day: ${Math.round(riskBefore)}m, then ${Math.round(riskAfter)}m)`;
  const title = `Node ${node} is ${isHot}: ${fateText(fate)}${risk}\n`;
  if (stays.length === 0 || (verdict !== 'hot' && width === 'narrow')) return title;
  const isFreed = stays.some(({ freedBy }) => freedBy !== undefined);
  return title + indented(table(isFreed ? stayColumns : stayColumns.slice(0, 2), stays, options));
}

const stayColumns: readonly Column<StayingPod>[] = [
  { header: 'STAYS', cell: ({ pod: { namespace, name } }) => `${namespace}/${name}` },
  { header: 'WHY', cell: ({ reason }) => reason },
  { header: 'TO FREE IT', cell: ({ freedBy = '' }) => freedBy },
];

const indented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('');
