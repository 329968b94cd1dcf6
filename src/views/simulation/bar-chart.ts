const BLOCKS = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** The load line, drawn where no bar hides it. */
const LINE = 0.8;
const LINE_MARK = '┈';

/** How full a bar is drawn, by what stands behind it. */
export type Heat = 'calm' | 'busy' | 'hot' | 'full';

/** Above four fifths a node is hot, above the whole of it full. */
export function heatOf(share: number): Heat {
  if (share > 1) return 'full';
  if (share > LINE) return 'hot';
  return share > 0.6 ? 'busy' : 'calm';
}

export type PaintHeat = (heat: Heat, text: string) => string;

/**
 * Shares as upright bars, one or more columns each, in rows from the top; the whole height is one node full. What is
 * above that is cut off, so below the bars a row marks the hot (!) and the full (X): colours alone tell nobody all.
 */
export function barChart(
  shares: readonly number[],
  { rows, columnsEach, paint }: { readonly rows: number; readonly columnsEach: number; readonly paint: PaintHeat },
): string[] {
  const lines = Array.from({ length: rows }, (_, fromTop) =>
    shares.map((share) => paint(heatOf(share), bar(share, rows - 1 - fromTop, rows, columnsEach))).join(''),
  );
  const marks = shares.map((share) => paint(heatOf(share), mark(share).padEnd(columnsEach))).join('');
  return [...lines, marks];
}

function bar(share: number, level: number, rows: number, columnsEach: number): string {
  const eighths = Math.round(Math.min(1, share) * rows * 8) - level * 8;
  const isLine = eighths <= 0 && level === Math.floor(LINE * rows);
  const block = isLine ? LINE_MARK : BLOCKS[Math.max(0, Math.min(8, eighths))]!;
  // a gap between bars that are wide enough to spare it
  return columnsEach === 1 ? block : `${block.repeat(columnsEach - 1)}${isLine ? LINE_MARK : ' '}`;
}

function mark(share: number): string {
  const heat = heatOf(share);
  if (heat === 'full') return 'X';
  return heat === 'hot' ? '!' : '·';
}
