import type { Family } from '#simulation/replay/catalogue.ts';
import type { ClairvoyantReference } from '#simulation/replay/score.ts';
import type { Measure, Measures } from '../measure.ts';
import type { ReplayRow } from './rows.ts';

/** What a row is asked for. */
type Asked = (row: ReplayRow) => number | undefined;

const minutes: Asked = ({ outcome }) => outcome.over80;
const evictions: Asked = ({ outcome }) => outcome.evictions;
const mostMoves: Asked = ({ outcome }) => outcome.mostMoves;
const ofEqualMoves: Asked = ({ score }) => score.aorEqualMoves;
const ofRepack: Asked = ({ score }) => score.aorRepack;

interface Goal {
  readonly name: string;
  /** The mean over a family, or one instance. */
  readonly of: string;
  readonly number: Asked;
  readonly unit: string;
  readonly goal: string;
}

/** One setting of the planner for all of them. */
const goals: readonly Goal[] = [
  { name: 'PL-8-44-minutes', of: 'PL-8-44', number: minutes, unit: 'min', goal: '<= 680' },
  { name: 'PL-8-44-evictions', of: 'PL-8-44', number: evictions, unit: '', goal: '<= 37' },
  { name: 'PL-8-39-minutes', of: 'PL-8-39', number: minutes, unit: 'min', goal: '<= 2000' },
  { name: 'PL-8-39-evictions', of: 'PL-8-39', number: evictions, unit: '', goal: '<= 100' },
  { name: 'PL-16-22-FF-minutes', of: 'PL-16-22-FF', number: minutes, unit: 'min', goal: '<= 60' },
  { name: 'PL-16-22-FF-evictions', of: 'PL-16-22-FF', number: evictions, unit: '', goal: '<= 12' },
  { name: 'PL-aor-repack', of: 'PL', number: ofRepack, unit: 'ratio', goal: '>= 0.89' },
  { name: 'PL-evictions', of: 'PL', number: evictions, unit: '', goal: '<= 40' },
  { name: 'PL-warm-aor-equal-moves', of: 'PL-warm', number: ofEqualMoves, unit: 'ratio', goal: '>= 0.93' },
  { name: 'DI-FF-aor-repack', of: 'DI-FF', number: ofRepack, unit: 'ratio', goal: '>= 0.94' },
  { name: 'DI-FF-evictions', of: 'DI-FF', number: evictions, unit: '', goal: '<= 120' },
  { name: 'DI-LA-aor-repack', of: 'DI-LA', number: ofRepack, unit: 'ratio', goal: '>= 0.82' },
  { name: 'DI-LA-evictions', of: 'DI-LA', number: evictions, unit: '', goal: '<= 50' },
  { name: 'BB-aor-repack', of: 'BB', number: ofRepack, unit: 'ratio', goal: '>= 0.7' },
  { name: 'BB-most-moves', of: 'BB', number: mostMoves, unit: '', goal: '<= 6' },
];

const ours = 'plimsoll';
const unguarded = 'plimsoll-unguarded';
const peer = 'tail-risk';

interface GoalInput {
  readonly rows: readonly ReplayRow[];
  readonly familyOf: (instance: string) => Family;
  readonly references: Readonly<Record<string, ClairvoyantReference>>;
}

/** Our planner's numbers beside their goals and the best peer's; and the same without guards, so that their price is known. */
export function goalMeasures({ rows, familyOf, references }: GoalInput): Measures {
  const meanOf = (policy: string, { of, number }: Goal): number =>
    mean(
      rows
        .filter((row) => row.policy === policy && (row.instance === of || familyOf(row.instance) === of))
        .map(number)
        .filter((value) => value !== undefined),
    );
  const entries = goals.flatMap((goal): readonly (readonly [string, Measure])[] => {
    const { name, unit } = goal;
    return [
      [name, { value: meanOf(ours, goal), unit, goal: goal.goal, peer: { name: peer, value: meanOf(peer, goal) } }],
      [`${name}-no-guards`, { value: meanOf(unguarded, goal), unit }],
    ];
  });
  const mine = rows.filter(({ policy }) => policy === ours);
  return {
    ...Object.fromEntries(entries),
    'MILP-S-share-of-optimum': { value: shareOfOptimum(mine, rows, references), unit: 'ratio', goal: '>= 0.9' },
    'ping-pongs': { value: mine.reduce((sum, { outcome }) => sum + outcome.pingPongs, 0), unit: '', goal: '= 0' },
    'fuller-than-none': { value: mine.filter((row) => isFuller(row, rows)).length, unit: 'instances', goal: '= 0' },
  };
}

const noneOf = ({ instance }: ReplayRow, rows: readonly ReplayRow[]): ReplayRow | undefined =>
  rows.find((row) => row.instance === instance && row.policy === 'none');

/** More minutes above the whole capacity than doing nothing. */
function isFuller(row: ReplayRow, rows: readonly ReplayRow[]): boolean {
  const none = noneOf(row, rows);
  return none !== undefined && row.outcome.over100 > none.outcome.over100;
}

/** Of what the optimum saves, which leaves no overload after the first step; yesterday known. */
function shareOfOptimum(
  mine: readonly ReplayRow[],
  rows: readonly ReplayRow[],
  references: GoalInput['references'],
): number {
  return mean(
    mine.flatMap((row) => {
      const optimum = references[row.instance]?.optimum;
      const none = noneOf(row, rows);
      if (optimum === undefined || none === undefined) return [];
      return [(none.outcome.over80 - row.outcome.over80) / (none.outcome.over80 - optimum.over80)];
    }),
  );
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
