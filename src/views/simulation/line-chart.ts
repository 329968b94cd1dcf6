/** One line of a chart; x and y in the units of what is charted. */
export interface ChartLine {
  readonly label: string;
  readonly points: ChartPoints;
}

type ChartPoints = readonly (readonly [x: number, y: number])[];

/** What lies between two lines, shown as a shade. */
export interface ChartBand {
  readonly low: ChartPoints;
  readonly high: ChartPoints;
}

export interface ChartAsk {
  readonly title: string;
  readonly lines: readonly ChartLine[];
  readonly band?: ChartBand;
  /** What stands under a place on the x axis. */
  readonly tick: (x: number) => string;
}

const WIDTH = 860;
const HEIGHT = 240;
const EDGE = { left: 64, right: 16, top: 12, bottom: 28 } as const;
// told apart by eyes that see no red or green, too
const COLOURS = ['#6b7280', '#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#000000'];

/** A chart as SVG text that needs nothing from elsewhere. */
export function lineChart({ title, lines, band, tick }: ChartAsk): string {
  const points = [...lines.flatMap((line) => line.points), ...(band?.high ?? [])];
  const mostX = Math.max(1, ...points.map(([x]) => x));
  const mostY = niceCeiling(Math.max(1, ...points.map(([, y]) => y)));
  const x = (value: number): string => (EDGE.left + (value / mostX) * (WIDTH - EDGE.left - EDGE.right)).toFixed(1);
  const y = (value: number): string =>
    (HEIGHT - EDGE.bottom - (value / mostY) * (HEIGHT - EDGE.top - EDGE.bottom)).toFixed(1);
  const paths = lines.map(({ points: of }, at) => {
    const path = of.map(([px, py]) => `${x(px)},${y(py)}`).join(' ');
    return `<polyline fill="none" stroke="${colourOf(at)}" stroke-width="1.6" points="${path}"/>`;
  });
  const shade = band === undefined ? [] : [shaded(band)];
  const heights = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = share * mostY;
    return `<line x1="${EDGE.left}" x2="${WIDTH - EDGE.right}" y1="${y(value)}" y2="${y(value)}" stroke="#e5e7eb"/><text x="${EDGE.left - 8}" y="${y(value)}" dy="4" text-anchor="end">${numberText(value)}</text>`;
  });
  const times = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const value = share * mostX;
    const anchor = share === 1 ? 'end' : share === 0 ? 'start' : 'middle';
    return `<text x="${x(value)}" y="${HEIGHT - 8}" text-anchor="${anchor}">${escaped(tick(value))}</text>`;
  });
  return `<figure><figcaption>${escaped(title)}</figcaption><svg viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${escaped(title)}">${[...heights, ...times, ...shade, ...paths].join('')}</svg></figure>`;

  function shaded({ low, high }: ChartBand): string {
    const around = [...high, ...low.toReversed()].map(([px, py]) => `${x(px)},${y(py)}`);
    return `<polygon fill="#0072b2" fill-opacity="0.15" points="${around.join(' ')}"/>`;
  }
}

/** Which colour is whose, as HTML. */
export function chartKey(labels: readonly string[]): string {
  const entries = labels.map((label, at) => `<span><i style="background:${colourOf(at)}"></i>${escaped(label)}</span>`);
  return `<p class="key">${entries.join('')}</p>`;
}

function colourOf(place: number): string {
  return COLOURS[place % COLOURS.length]!;
}

/** Text that HTML shows as it is. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

function niceCeiling(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 1.2, 1.6, 2, 2.5, 4, 5, 8, 10].map((step) => step * power).find((step) => step >= value) ?? value;
}

const numberText = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 1 });
