/** One column of a table: its header, and what a row shows under it. */
export interface Column<Row> {
  readonly header: string;
  readonly cell: (row: Row) => string;
  /** Numbers read best to the right; everything else stands to the left. */
  readonly align?: 'left' | 'right';
}

const GAP = '   ';

/**
 * Rows as kubectl prints them: padded columns, three spaces apart, no trailing blanks, one line each.
 * An empty list is its headers alone.
 */
export function table<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = [
    columns.map((column) => column.header),
    ...rows.map((row) => columns.map((c) => oneLine(c.cell(row)))),
  ];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
  const padded = lines.map((line) => line.map((cell, index) => pad(cell, widths[index]!, columns[index]!)));
  return padded.map((line) => `${line.join(GAP).trimEnd()}\n`).join('');
}

function pad<Row>(cell: string, width: number, column: Column<Row>): string {
  return column.align === 'right' ? cell.padStart(width) : cell.padEnd(width);
}

// names and messages come from clusters: a line break would break the table, an escape would drive the terminal
function oneLine(cell: string): string {
  return cell.replace(/\p{Cc}/gu, (control) => JSON.stringify(control).slice(1, -1).replace('\u007f', '\\u007f'));
}
