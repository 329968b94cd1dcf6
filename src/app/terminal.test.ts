import { expect, test } from 'vitest';
import { paintFor } from '#app/terminal.ts';

const cases = [
  { name: 'a terminal', isTTY: true, env: {}, coloured: true },
  { name: 'a pipe', isTTY: false, env: {}, coloured: false },
  { name: 'a terminal whose user wants none', isTTY: true, env: { NO_COLOR: '1' }, coloured: false },
  { name: 'a terminal that has none', isTTY: true, env: { TERM: 'dumb' }, coloured: false },
];
for (const { name, isTTY, env, coloured } of cases) {
  test(`${name} is ${coloured ? 'painted' : 'not painted'}`, () => {
    const paint = paintFor({ write: () => true, isTTY }, env);
    expect(paint('bad', 'hot')).toBe(coloured ? '\u001b[31mhot\u001b[39m' : 'hot');
  });
}
