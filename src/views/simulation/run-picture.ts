import { barChart, type Heat } from './bar-chart.ts';
import type { ScoreCard } from './score-card.ts';

/** One of the clusters that run side by side. */
export interface RunSide {
  readonly title: string;
  /** What is wanted of each node, as a share of its cores. */
  readonly shares: readonly number[];
  readonly score: ScoreCard;
}

/** A move as it happened. */
export interface ShownMove {
  readonly at: number;
  readonly pod: string;
  readonly to: string;
  readonly why: string;
}

/** Everything that a frame of the live picture shows. */
export interface RunPicture {
  readonly heading: string;
  /** Milliseconds since the world began, and of how many. */
  readonly elapsedMs: number;
  readonly wholeMs: number;
  /** `paused`, `over`, or how many times faster than life. */
  readonly pace: string;
  readonly sides: readonly [RunSide, RunSide];
  /** Newest last. */
  readonly moves: readonly ShownMove[];
  readonly keys: string;
}

export interface Screen {
  readonly columns: number;
  readonly rows: number;
}

export type Style = Heat | 'title' | 'faint' | 'strong';
export type Paint = (style: Style, text: string) => string;

/** The least that a picture is drawn on. */
export const leastScreen: Screen = { columns: 60, rows: 22 };

/** Beside each other where both fit, else one above the other. */
const SIDE_BY_SIDE = 118;

/** One frame: as many lines as the screen has rows, none wider than it. */
export function runFrame(picture: RunPicture, screen: Screen, paint: Paint): string[] {
  const columns = Math.min(screen.columns, 240);
  const head = [headline(picture, columns, paint), progress(picture, columns, paint), ''];
  const foot = ['', paint('faint', cut(picture.keys, columns))];
  const isWide = columns >= SIDE_BY_SIDE;
  const left = screen.rows - head.length - foot.length;
  const barRows = barRowsFor(left, isWide);
  const body = isWide ? beside(picture, columns, barRows, paint) : above(picture, columns, barRows, paint);
  const moves = moveLines(picture, columns, Math.max(0, left - body.length - 1), paint);
  return [...head, ...body, '', ...moves, ...foot].slice(0, screen.rows);
}

/** Bars take what is left beside titles and some moves, within reason. */
function barRowsFor(rows: number, isWide: boolean): number {
  if (isWide) return Math.max(3, Math.min(14, rows - 20));
  return Math.max(5, Math.min(8, Math.floor((rows - 14) / 2)));
}

function headline({ heading, elapsedMs, wholeMs, pace }: RunPicture, columns: number, paint: Paint): string {
  const time = `${clockText(elapsedMs)} of ${clockText(wholeMs)}   ${pace}`;
  const room = columns - time.length - 2;
  return `${paint('title', cut(heading, room).padEnd(room))}  ${paint('strong', time)}`;
}

function progress({ elapsedMs, wholeMs }: RunPicture, columns: number, paint: Paint): string {
  const done = Math.round((columns * elapsedMs) / wholeMs);
  return `${paint('calm', '━'.repeat(done))}${paint('faint', '─'.repeat(Math.max(0, columns - done)))}`;
}

function above({ sides }: RunPicture, columns: number, barRows: number, paint: Paint): string[] {
  const totalsWidth = 28;
  return sides.flatMap((side, index) => {
    const bars = barsOf(side, columns - totalsWidth - 2, barRows, paint);
    const totals = totalsOf(side);
    const lines = Array.from({ length: Math.max(bars.lines.length, totals.length) }, (_, row) => {
      const bar = bars.lines[row] ?? ' '.repeat(bars.width);
      const gap = ' '.repeat(columns - totalsWidth - bars.width);
      return `${bar}${gap}${totalLine(totals[row], totalsWidth, paint)}`;
    });
    return [...(index > 0 ? [''] : []), paint('strong', cut(side.title, columns)), ...lines];
  });
}

function beside({ sides }: RunPicture, columns: number, barRows: number, paint: Paint): string[] {
  const width = Math.floor((columns - 4) / 2);
  const blocks = sides.map((side) => sideBlock(side, width, barRows, paint));
  return blocks[0]!.map((line, row) => `${line}    ${blocks[1]![row]!}`);
}

function sideBlock(side: RunSide, width: number, barRows: number, paint: Paint): string[] {
  const { lines, width: barWidth } = barsOf(side, width, barRows, paint);
  const half = Math.floor((width - 4) / 2);
  const totals = totalsOf(side);
  const pairs = [0, 1, 2].map((row) => {
    const [one, other] = [totals[row], totals[row + 3]];
    return `${totalLine(one, half, paint)}    ${totalLine(other, width - half - 4, paint)}`;
  });
  const filled = lines.map((line) => `${line}${' '.repeat(width - barWidth)}`);
  return [paint('strong', cut(side.title, width).padEnd(width)), ...filled, ' '.repeat(width), ...pairs];
}

function barsOf(
  { shares }: RunSide,
  room: number,
  rows: number,
  paint: Paint,
): { readonly lines: readonly string[]; readonly width: number } {
  const columnsEach = Math.max(1, Math.min(4, Math.floor(room / shares.length)));
  // what does not fit is left out, hottest first to stay
  const most = Math.floor(room / columnsEach);
  const shown = shares.length <= most ? shares : shares.toSorted((a, b) => b - a).slice(0, most);
  return { lines: barChart(shown, { rows, columnsEach, paint }), width: shown.length * columnsEach };
}

type Total = readonly [label: string, value: string, style: Style];

function totalsOf({ shares, score }: RunSide): readonly Total[] {
  const hot = shares.filter((share) => share > 0.8).length;
  return [
    ['nodes overloaded now', whole(hot), hot > 0 ? 'hot' : 'calm'],
    ['node-minutes > 80 %', whole(score.overLineMinutes), 'strong'],
    ['node-minutes > 100 %', whole(score.overFullMinutes), 'strong'],
    ['evictions', whole(score.evictions), 'strong'],
    ['of them ping-pong', whole(score.pingPongs), 'strong'],
    ['core-minutes lacked', whole(score.lackedCoreMinutes), 'strong'],
  ];
}

function totalLine(total: Total | undefined, width: number, paint: Paint): string {
  if (total === undefined) return ' '.repeat(width);
  const [label, value, style] = total;
  return `${paint('faint', label)}${paint(style, value.padStart(width - label.length))}`;
}

function moveLines({ moves }: RunPicture, columns: number, rows: number, paint: Paint): string[] {
  if (rows < 2) return Array.from({ length: rows }, () => '');
  const shown = moves.slice(-(rows - 1)).map((move) => moveLine(move, columns, paint));
  const none = moves.length === 0 ? [paint('faint', 'none yet')] : [];
  const lines = [paint('strong', 'Moves'), ...none, ...shown];
  return [...lines, ...Array.from({ length: rows - lines.length }, () => '')];
}

function moveLine({ at, pod, to, why }: ShownMove, columns: number, paint: Paint): string {
  const what = `${clockText(at)}  ${pod} → ${to}`;
  const room = columns - what.length - 2;
  return `${what}  ${paint('faint', cut(why, room))}`;
}

/** 6 h 35 min as "06:35". */
export function clockText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
}

function cut(text: string, width: number): string {
  if (text.length <= width) return text;
  return width < 2 ? '' : `${text.slice(0, width - 1)}…`;
}

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
