import { expect, test } from 'vitest';
import { barChart } from './bar-chart.ts';
import { leastScreen, type Paint, runFrame, type RunPicture } from './run-picture.ts';
import type { ScoreCard } from './score-card.ts';

const score: ScoreCard = {
  overLineMinutes: 5290,
  overFullMinutes: 640,
  lackedCoreMinutes: 263.7,
  evictions: 12,
  refused: 0,
  pingPongs: 1,
  mostMoves: 2,
  unreadyMinutes: 3,
  outOfMemory: 0,
};

const shares = Array.from({ length: 44 }, (_, node) => node / 40);

const picture: RunPicture = {
  heading: 'A cluster',
  elapsedMs: 6 * 3_600_000 + 35 * 60_000,
  wholeMs: 24 * 3_600_000,
  pace: '×1200',
  sides: [
    { title: 'doing nothing', shares, score },
    { title: 'moving', shares: shares.map((share) => share * 0.7), score },
  ],
  moves: Array.from({ length: 30 }, (_, move) => ({
    at: move * 60_000,
    pod: `vm-${move}`,
    to: 'n07',
    why: 'n05 was hot '.repeat(20),
  })),
  keys: 'q quit',
};

const plain: Paint = (_style, text) => text;

for (const screen of [
  leastScreen,
  { columns: 80, rows: 24 },
  { columns: 120, rows: 30 },
  { columns: 200, rows: 50 },
  { columns: 400, rows: 120 },
]) {
  test(`a frame fills a screen of ${screen.columns} × ${screen.rows} and never passes it`, () => {
    const lines = runFrame(picture, screen, plain);
    expect(lines).toHaveLength(screen.rows);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(screen.columns);
    expect(lines[0]).toContain('06:35 of 24:00');
    expect(lines.join('\n')).toMatch(/doing nothing[^]*moving/);
    expect(lines.at(-1)).toBe('q quit');
  });
}

test('the newest move is shown, whatever else has to go', () => {
  expect(runFrame(picture, { columns: 80, rows: 24 }, plain).join('\n')).toContain('vm-29 → n07');
});

test('bars are as high as shares, the load line is drawn where none hides it, and the hot and full are marked', () => {
  const lines = barChart([0, 0.5, 0.9, 1.2], { rows: 4, columnsEach: 1, paint: (_heat, text) => text });
  expect(lines).toEqual(['┈┈▅█', '  ██', ' ███', ' ███', '··!X']);
});
