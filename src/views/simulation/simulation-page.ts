import { chartKey, type ChartLine, escaped, lineChart } from './line-chart.ts';
import { page } from './page.ts';
import { clockText } from './run-picture.ts';
import { scoreSentence, scoreTable, type ScoredRun } from './score-card.ts';

/** A run with what became of it over time. */
export interface ChartedRun extends ScoredRun {
  readonly samples: readonly {
    readonly atMs: number;
    readonly overloadedNodes: number;
    readonly overLineMinutes: number;
    readonly evictions: number;
  }[];
}

/** Runs of one world side by side, as one page that needs nothing from elsewhere. */
export function simulationPage(title: string, runs: readonly ChartedRun[]): string {
  const line = (of: 'overloadedNodes' | 'overLineMinutes' | 'evictions'): ChartLine[] =>
    runs.map(({ policy, samples }) => ({
      label: policy,
      points: samples.map((sample) => [sample.atMs, sample[of]] as const),
    }));
  const chart = (heading: string, of: 'overloadedNodes' | 'overLineMinutes' | 'evictions'): string =>
    lineChart({ title: heading, lines: line(of), tick: clockText });
  const sentence = scoreSentence(runs);
  return page(
    title,
    `${sentence === undefined ? '' : `<p>${escaped(sentence)}</p>`}
<pre>${escaped(scoreTable(runs, 'wide'))}</pre>${chartKey(runs.map(({ policy }) => policy))}
${chart('Nodes above four fifths of their cores', 'overloadedNodes')}
${chart('Node-minutes above four fifths, summed', 'overLineMinutes')}
${chart('Evictions, summed', 'evictions')}`,
  );
}
