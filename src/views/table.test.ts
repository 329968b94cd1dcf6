import { expect, test } from 'vitest';
import { table, type Column } from '#views/table.ts';

interface Row {
  readonly name: string;
  readonly pods: number;
  readonly note: string;
}

const columns: readonly Column<Row>[] = [
  { header: 'NAME', cell: (row) => row.name },
  { header: 'PODS', cell: (row) => String(row.pods), align: 'right' },
  { header: 'NOTE', cell: (row) => row.note },
];

const cases = [
  {
    name: 'columns are as wide as their widest cell and three spaces apart',
    rows: [
      { name: 'n1', pods: 7, note: 'hot' },
      { name: 'a-long-name', pods: 12345, note: 'x' },
    ],
    want: ['NAME           PODS   NOTE', 'n1                7   hot', 'a-long-name   12345   x'],
  },
  {
    name: 'no line ends in blanks',
    rows: [{ name: 'n1', pods: 7, note: '' }],
    want: ['NAME   PODS   NOTE', 'n1        7'],
  },
  { name: 'an empty list is its headers alone', rows: [], want: ['NAME   PODS   NOTE'] },
  {
    name: 'a cell never breaks its line nor drives the terminal',
    rows: [{ name: 'a\nb', pods: 1, note: '\u001b[31mred\u007f' }],
    want: ['NAME   PODS   NOTE', 'a\\nb      1   \\u001b[31mred\\u007f'],
  },
];
for (const c of cases) {
  test(c.name, () => expect(table(columns, c.rows)).toBe(`${c.want.join('\n')}\n`));
}
