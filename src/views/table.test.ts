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

test('a tone is put into a cell that has its width already: colours take no room', () => {
  const columns = [
    { header: 'NAME', cell: ({ name }: { name: string }) => name },
    {
      header: 'VERDICT',
      cell: ({ hot }: { hot: boolean }) => (hot ? 'hot' : 'cool'),
      tone: ({ hot }: { hot: boolean }) => (hot ? ('bad' as const) : undefined),
    },
    { header: 'LAST', cell: () => 'x' },
  ];
  const rows = [
    { name: 'n1', hot: true },
    { name: 'n2', hot: false },
  ];
  const paint = (tone: string, text: string): string => `<${tone}>${text}</>`;
  expect(table(columns, rows, { headers: 'hidden', paint })).toBe('n1   <bad>hot </>   x\nn2   cool   x\n');
});
