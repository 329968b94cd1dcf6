import { chartKey, type ChartLine, escaped, lineChart } from '#views/simulation/line-chart.ts';
import { page } from '#views/simulation/page.ts';
import type { BacktestReport, BacktestRun, ForecastJudgement, ForecastNode } from './report.ts';
import { forecastSentence, forecastTable, replaySentence, runTable } from './tables.ts';

const HOUR_MS = 3_600_000;
const MOST_CHARTS = 6;

/** The whole answer as one page that needs nothing from elsewhere. */
export function backtestPage(report: BacktestReport): string {
  const { recording, runs, forecast, remarks } = report;
  return page(
    `Backtest of ${recording}`,
    `<p>${escaped(replaySentence(report))}</p>
<pre>${escaped(runTable(runs))}</pre>${chartKey(runs.map(({ policy }) => policy))}
${runCharts(report)}
<h2>The forecast, beside what came</h2><p>${escaped(forecastSentence(forecast).join(' '))}</p>
${forecast.kind === 'judged' ? forecastPart(forecast) : ''}
${remarks.length === 0 ? '' : `<h2>To be known</h2><ul>${remarks.map((one) => `<li>${escaped(one)}</li>`).join('')}</ul>`}`,
  );
}

function runCharts({ runs, from, stepMinutes }: BacktestReport): string {
  const perHour = 60 / stepMinutes;
  const tick = (minutes: number): string => timeText(Date.parse(from) + minutes * 60_000);
  /** What is told every so many steps, at the end of them. */
  const line = (every: number, of: (run: BacktestRun) => readonly number[]): ChartLine[] =>
    runs.map((run) => ({
      label: run.policy,
      points: of(run).map((value, place) => [(place + 1) * every * stepMinutes, value] as const),
    }));
  return [
    lineChart({ title: 'Node-minutes above four fifths of the cores, summed', lines: line(1, minutesSoFar), tick }),
    lineChart({ title: 'Node-minutes above four fifths, by hour', lines: line(perHour, minutesByHour), tick }),
    lineChart({ title: 'Evictions, summed', lines: line(1, (run) => run.evictionsSoFar), tick }),
  ].join('\n');

  function minutesSoFar({ overloadedNodes }: BacktestRun): readonly number[] {
    let sum = 0;
    return overloadedNodes.map((nodes) => (sum += nodes * stepMinutes));
  }

  function minutesByHour({ overloadedNodes }: BacktestRun): readonly number[] {
    return Array.from({ length: Math.floor(overloadedNodes.length / perHour) }, (_, hour) =>
      overloadedNodes.slice(hour * perHour, (hour + 1) * perHour).reduce((sum, nodes) => sum + nodes * stepMinutes, 0),
    );
  }
}

function forecastPart(forecast: Extract<ForecastJudgement, { kind: 'judged' }>): string {
  const { at, nodes } = forecast;
  const ofNodes = forecastTable(forecast, 'narrow');
  return `${ofNodes === '' ? '' : `<pre>${escaped(ofNodes)}</pre>`}${chartKey(['came', 'expected (shaded: four hours in five)'])}
${nodes
  .slice(0, MOST_CHARTS)
  .map((node) => nodeChart(node, Date.parse(at)))
  .join('\n')}`;
}

/** Hours stand in their middle. */
function nodeChart({ node, hours }: ForecastNode, at: number): string {
  const points = (of: 'came' | 'expected' | 'low' | 'high') =>
    hours.map((hour, place) => [place + 0.5, 100 * hour[of]] as const);
  return lineChart({
    title: `${node}: percent of its cores, by hour`,
    lines: [
      { label: 'came', points: points('came') },
      { label: 'expected', points: points('expected') },
    ],
    band: { low: points('low'), high: points('high') },
    tick: (hour) => timeText(at + hour * HOUR_MS),
  });
}

/** UTC, to the minute. */
const timeText = (at: number): string => new Date(at).toISOString().slice(5, 16).replace('T', ' ');
