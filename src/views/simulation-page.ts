import { type ChartLine, colourOf, escaped, lineChart } from './line-chart.ts';
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

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:900px;margin:2rem auto;padding:0 1rem;color:#111827}
h1{font-size:1.4rem}figure{margin:1.5rem 0}figcaption{font-weight:600;margin-bottom:.3rem}svg{width:100%;height:auto;font-size:12px;fill:#374151}
pre{overflow-x:auto;background:#f3f4f6;padding:1rem;border-radius:6px}.key span{margin-right:1.2rem;white-space:nowrap}.key i{display:inline-block;width:1.4em;height:.25em;margin-right:.4em;vertical-align:middle}`;

/** Runs of one world side by side, as one page that needs nothing from elsewhere. */
export function simulationPage(title: string, runs: readonly ChartedRun[]): string {
  const line = (of: 'overloadedNodes' | 'overLineMinutes' | 'evictions'): ChartLine[] =>
    runs.map(({ policy, samples }) => ({
      label: policy,
      points: samples.map((sample) => [sample.atMs, sample[of]] as const),
    }));
  const chart = (heading: string, of: 'overloadedNodes' | 'overLineMinutes' | 'evictions'): string =>
    lineChart({ title: heading, lines: line(of), tick: clockText });
  const key = runs.map(({ policy }, at) => `<span><i style="background:${colourOf(at)}"></i>${escaped(policy)}</span>`);
  const sentence = scoreSentence(runs);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style>${STYLE}</style></head>
<body><h1>${escaped(title)}</h1>${sentence === undefined ? '' : `<p>${escaped(sentence)}</p>`}
<pre>${escaped(scoreTable(runs, 'wide'))}</pre><p class="key">${key.join('')}</p>
${chart('Nodes above four fifths of their cores', 'overloadedNodes')}
${chart('Node-minutes above four fifths, summed', 'overLineMinutes')}
${chart('Evictions, summed', 'evictions')}
</body></html>
`;
}
