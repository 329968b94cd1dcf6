/** What a cell makes of its reader: said in colour where there are colours, and never in colour alone. */
export type Tone = 'bad' | 'doubtful' | 'good';

/** Puts a tone into a text; whoever prints knows whether there are colours. */
export type Paint = (tone: Tone, text: string) => string;

/** One column of a table: its header, and what a row shows under it. */
export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => string;
  /** Numbers read best to the right; everything else stands to the left. */
  readonly align?: 'left' | 'right';
  readonly tone?: (row: Row) => Tone | undefined;
}

export interface TableOptions {
  readonly headers: 'shown' | 'hidden';
  readonly paint: Paint;
}

const plain: TableOptions = { headers: 'shown', paint: (_, text) => text };

const GAP = '   ';

/**
 * Rows as kubectl prints them: padded columns, three spaces apart, no trailing blanks, one line each.
 * An empty list is its headers alone.
 */
export function table<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  { headers, paint }: TableOptions = plain,
): string {
  const texts = rows.map((row) => columns.map(({ cell }) => oneLine(cell(row))));
  const lines = headers === 'shown' ? [columns.map(({ header }) => header), ...texts] : texts;
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const last = columns.length - 1;
  return lines
    .map(
      (line, place) =>
        `${line
          .map((cell, index) => shown(cell, index, place))
          .join(GAP)
          .trimEnd()}\n`,
    )
    .join('');

  function shown(cell: string, index: number, place: number): string {
    const column = columns[index]!;
    const row = rows[place - (lines.length - rows.length)];
    const tone = row === undefined ? undefined : column.tone?.(row);
    const padded = pad(cell, widths[index]!, column);
    // painted after it is padded: colours take no room
    const text = index === last ? padded.trimEnd() : padded;
    return tone === undefined ? text : paint(tone, text);
  }
}

function pad<Row>(cell: string, width: number, column: Column<Row>): string {
  return column.align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}

// names and messages come from clusters: a line break would break the table, an escape would drive the terminal
function oneLine(cell: string): string {
  return cell.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1).replace('\u007f', '\\u007f'));
}
