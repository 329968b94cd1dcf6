import { span } from '#views/span.ts';
import { type Column, table, type TableOptions } from '#views/table.ts';
import type { BacktestReport, BacktestRun, ForecastJudgement, ForecastNode } from './report.ts';

const HOUR_MS = 3_600_000;

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');

const number = <Row>(header: string, of: (row: Row) => number): Column<Row> => ({
  header,
  align: 'right',
  cell: (row) => whole(of(row)),
});

const runColumns: readonly Column<BacktestRun>[] = [
  { header: 'POLICY', cell: ({ policy }) => policy },
  number('MIN > 80 %', ({ over80 }) => over80),
  number('MIN > 100 %', ({ over100 }) => over100),
  number('EVICTIONS', ({ evictions }) => evictions),
  number('PING-PONGS', ({ pingPongs }) => pingPongs),
  number('MOST MOVES', ({ mostMoves }) => mostMoves),
  {
    header: 'MIN/EVICTION',
    align: 'right',
    cell: ({ minutesPerEviction: minutes }) => (minutes === null ? '-' : minutes.toFixed(1)),
  },
];

/** Policies side by side. */
export const runTable = (runs: readonly BacktestRun[], options?: TableOptions): string =>
  table(runColumns, runs, options);

const nodeColumns: readonly Column<ForecastNode>[] = [
  { header: 'NODE', cell: ({ node }) => node },
  number('FORETOLD MIN > 80 %', ({ expectedMinutes }) => expectedMinutes),
  number('CAME', ({ cameMinutes }) => cameMinutes),
];

const MOST_NODES = 10;

/** The nodes for which most was foretold or came; with `wide` all of them. */
export function forecastTable(
  { nodes }: Extract<ForecastJudgement, { kind: 'judged' }>,
  width: 'narrow' | 'wide',
): string {
  const shown = width === 'wide' ? nodes : nodes.filter(isAtRisk).slice(0, MOST_NODES);
  return shown.length === 0 ? '' : table(nodeColumns, shown);
}

const isAtRisk = ({ expectedMinutes, cameMinutes }: ForecastNode): boolean => expectedMinutes >= 1 || cameMinutes > 0;

/** What was replayed, in a sentence. */
export function replaySentence({ from, until, stepMinutes, nodes, pods, pinnedPods }: BacktestReport): string {
  return `${from} to ${until} in steps of ${stepMinutes} minutes: ${nodes} nodes, ${pods} pods, of which ${pinnedPods} stay where they are.`;
}

/** How right the forecast was, in lines that make a sentence. */
export function forecastSentence(forecast: ForecastJudgement): readonly string[] {
  if (forecast.kind === 'not-judged') return [`The forecast is not judged: ${forecast.because}.`];
  const { at, hours, learntHours, meanBias, meanDistance, insideBand, expectedMinutes, cameMinutes } = forecast;
  return [
    `The forecast made at ${at} of the next ${hours} h, from the ${span(learntHours * HOUR_MS)} before:`,
    `an hour of a node was ${percent(meanDistance)} of it off, ${percent(Math.abs(meanBias))} too ${meanBias < 0 ? 'low' : 'high'} in the mean;`,
    `${percent(insideBand, 0)} of the hours came inside the band of 80 %;`,
    `${whole(expectedMinutes)} node-minutes above 80 % were foretold, ${whole(cameMinutes)} came.`,
  ];
}

const percent = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

/** The whole answer for a terminal. */
export function backtestText(report: BacktestReport, width: 'narrow' | 'wide'): string {
  const { runs, forecast } = report;
  const ofNodes = forecast.kind === 'judged' ? forecastTable(forecast, width) : '';
  return [
    replaySentence(report),
    '',
    runTable(runs),
    ...forecastSentence(forecast),
    ...(ofNodes === '' ? [] : ['', ofNodes]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
