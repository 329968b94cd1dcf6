/** What a policy left at what price; those named `name@setting` are one policy and are joined by a line. */
export interface ChartPoint {
  readonly name: string;
  readonly evictions: number;
  readonly minutes: number;
}

export interface FrontierChart {
  readonly title: string;
  /** Minutes when nothing is moved. */
  readonly none: number;
  /** The clairvoyant's minutes, by moves. */
  readonly clairvoyant: readonly (readonly [moves: number, minutes: number])[];
  readonly policies: readonly ChartPoint[];
}

const width = 760;
const height = 420;
const plot = { left: 64, right: 620, top: 56, bottom: 364 } as const;
const labelHeight = 14;
/** The policy that is ours; every other is a peer. */
const ours = 'plimsoll';

const style = `
  text { font: 12px system-ui, sans-serif; fill: #57606a }
  .title { font-size: 15px; font-weight: 600; fill: #1f2328 }
  .grid { stroke: #8c959f; stroke-opacity: .25 }
  .none { stroke: #8c959f; stroke-dasharray: 4 4 }
  .clairvoyant { fill: none; stroke: #8250df; stroke-width: 2 }
  .beyond { fill: #8250df; fill-opacity: .08 }
  .peer { fill: #0969da } .peer-line { fill: none; stroke: #0969da; stroke-opacity: .5 }
  .ours { fill: #cf222e } .ours-line { fill: none; stroke: #cf222e; stroke-width: 2 }
  text.ours { fill: #cf222e; font-weight: 600 } text.clairvoyant-name { fill: #8250df }
  @media (prefers-color-scheme: dark) {
    text { fill: #9198a1 } .title { fill: #f0f6fc } .peer { fill: #4493f8 } .ours, text.ours { fill: #f85149 }
    .ours-line { stroke: #f85149 } .clairvoyant { stroke: #ab7df8 } text.clairvoyant-name { fill: #ab7df8 }
  }`;

/** Minutes left against evictions made, as an SVG picture for both light and dark pages. */
export function frontierChart(chart: FrontierChart): string {
  const scale = scaleOf(chart);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${chart.title}">`,
    `<style>${style}\n</style>`,
    text(plot.left, 24, chart.title, 'title'),
    text(plot.left, 42, 'node-minutes above 80 % that are left, against evictions made'),
    ...axes(scale),
    ...clairvoyant(chart, scale),
    ...joined(chart.policies, scale),
    ...points(chart.policies, scale),
    '</svg>',
    '',
  ].join('\n');
}

interface Scale {
  readonly mostMoves: number;
  readonly mostMinutes: number;
  readonly x: (moves: number) => number;
  readonly y: (minutes: number) => number;
}

/** Moves by the logarithm of one more, minutes as they are. */
function scaleOf({ none, clairvoyant, policies }: FrontierChart): Scale {
  const mostMoves = Math.max(10, ...clairvoyant.map(([moves]) => moves), ...policies.map((one) => one.evictions));
  const mostMinutes = Math.max(none, ...policies.map((one) => one.minutes), 1);
  const x = (moves: number): number =>
    plot.left + ((plot.right - plot.left) * Math.log1p(moves)) / Math.log1p(mostMoves);
  const y = (minutes: number): number => plot.bottom - ((plot.bottom - plot.top) * minutes) / mostMinutes;
  return { mostMoves, mostMinutes, x, y };
}

function axes({ mostMoves, mostMinutes, x, y }: Scale): string[] {
  const moves = [0, 1, 3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000].filter((count) => count <= mostMoves);
  const minutes = ticks(mostMinutes);
  return [
    ...moves.map((count) => line(x(count), plot.top, x(count), plot.bottom, 'grid')),
    ...moves.map((count) => text(x(count), plot.bottom + 18, grouped(count), '', 'middle')),
    text((plot.left + plot.right) / 2, plot.bottom + 40, 'evictions', '', 'middle'),
    ...minutes.map((left) => line(plot.left, y(left), plot.right, y(left), 'grid')),
    ...minutes.map((left) => text(plot.left - 8, y(left) + 4, grouped(left), '', 'end')),
  ];
}

function ticks(most: number): number[] {
  const rough = most / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough)! * power;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, index) => index * step);
}

/** A curve of steps, and what lies below it: what not even perfect foresight reached. */
function clairvoyant({ clairvoyant: curve, none }: FrontierChart, { mostMoves, x, y }: Scale): string[] {
  if (curve.length === 0) return [];
  const corners = [[0, none] as const, ...curve, [mostMoves, curve.at(-1)![1]] as const];
  const path = corners.map(([moves, left], index) =>
    index === 0 ? `M${at(x(moves))} ${at(y(left))}` : `H${at(x(moves))} V${at(y(left))}`,
  );
  const below = `${path.join(' ')} V${at(plot.bottom)} H${at(plot.left)} Z`;
  return [
    `<path class="beyond" d="${below}"/>`,
    `<path class="clairvoyant" d="${path.join(' ')}"/>`,
    text(plot.right + 10, y(curve.at(-1)![1]) + 4, 'clairvoyant', 'clairvoyant-name'),
    line(plot.left, y(none), plot.right, y(none), 'none'),
    text(plot.right + 10, y(none) + 4, 'nothing moved'),
  ];
}

const familyOf = (name: string): string => name.split('@')[0]!;
const kindOf = (name: string): string => (familyOf(name).startsWith(ours) ? 'ours' : 'peer');

function joined(policies: readonly ChartPoint[], { x, y }: Scale): string[] {
  const settings = Map.groupBy(
    policies.filter(({ name }) => name.includes('@')),
    ({ name }) => familyOf(name),
  );
  return [...settings].map(([family, all]) => {
    const along = all.toSorted((a, b) => a.evictions - b.evictions);
    const path = along.map((one) => `${at(x(one.evictions))},${at(y(one.minutes))}`).join(' ');
    return `<polyline class="${kindOf(family)}-line" points="${path}"/>`;
  });
}

/** Dots with their names beside them; names that would lie on each other move down. */
function points(policies: readonly ChartPoint[], { x, y }: Scale): string[] {
  const placed: { x: number; y: number; width: number }[] = [];
  return policies
    .toSorted((a, b) => y(a.minutes) - y(b.minutes) || a.evictions - b.evictions)
    .flatMap(({ name, evictions, minutes }) => {
      const dot = { x: x(evictions), y: y(minutes) };
      const label = { x: dot.x + 8, y: dot.y + 4, width: name.length * 7 };
      while (placed.some((other) => overlap(other, label))) label.y += labelHeight;
      placed.push(label);
      const kind = kindOf(name);
      return [
        `<circle class="${kind}" cx="${at(dot.x)}" cy="${at(dot.y)}" r="4"/>`,
        text(label.x, label.y, name, kind === 'ours' ? kind : ''),
      ];
    });
}

const overlap = (a: { x: number; y: number; width: number }, b: { x: number; y: number; width: number }): boolean =>
  Math.abs(a.y - b.y) < labelHeight && a.x < b.x + b.width && b.x < a.x + a.width;

const at = (value: number): string => value.toFixed(1);

const grouped = (value: number): string => value.toLocaleString('en-US');

const line = (x1: number, y1: number, x2: number, y2: number, kind: string): string =>
  `<line class="${kind}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`;

const text = (x: number, y: number, words: string, kind = '', anchor = 'start'): string =>
  `<text x="${at(x)}" y="${at(y)}"${kind && ` class="${kind}"`} text-anchor="${anchor}">${words}</text>`;
