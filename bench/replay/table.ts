import type { ReplayRow } from './rows.ts';

interface Column {
  readonly title: string;
  readonly cell: (row: ReplayRow) => string;
}

const columns: readonly Column[] = [
  { title: 'instance', cell: (row) => row.instance },
  { title: 'policy', cell: (row) => row.policy },
  { title: '>80 %', cell: ({ outcome }) => String(outcome.over80) },
  { title: '>100 %', cell: ({ outcome }) => String(outcome.over100) },
  { title: 'evictions', cell: ({ outcome }) => String(outcome.evictions) },
  { title: 'ping-pongs', cell: ({ outcome }) => String(outcome.pingPongs) },
  { title: 'most moves', cell: ({ outcome }) => String(outcome.mostMoves) },
  { title: 'AOR(i)', cell: ({ score }) => rounded(score.aorEqualMoves, 3) },
  { title: 'AOR(ii)', cell: ({ score }) => rounded(score.aorRepack, 3) },
  { title: 'min/eviction', cell: ({ score }) => rounded(score.minutesPerEviction, 1) },
  { title: 'decision ms', cell: ({ decisionMs }) => rounded(decisionMs.mean, 2) },
  { title: 'longest', cell: ({ decisionMs }) => rounded(decisionMs.longest, 1) },
];

const texts = 2;

const rounded = (value: number | undefined, digits: number): string =>
  value === undefined ? '–' : value.toFixed(digits);

/** Instance × policy, an empty line between instances. */
export function replayTable(rows: readonly ReplayRow[]): string {
  const cells = rows.map((row) => columns.map((column) => column.cell(row)));
  const titles = columns.map((column) => column.title);
  const widths = titles.map((title, index) => Math.max(title.length, ...cells.map((line) => line[index]!.length)));
  const line = (fields: readonly string[]): string =>
    fields
      .map((field, index) => (index < texts ? field.padEnd(widths[index]!) : field.padStart(widths[index]!)))
      .join('  ');
  const body = cells.map((fields, index) => {
    const first = index > 0 && rows[index]!.instance !== rows[index - 1]!.instance;
    return `${first ? '\n' : ''}${line(fields)}`;
  });
  return [line(titles), ...body, ''].join('\n');
}
