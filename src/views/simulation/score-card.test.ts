import { expect, test } from 'vitest';
import { scoreSentence, scoreTable, type ScoreCard } from './score-card.ts';
import { simulationPage } from './simulation-page.ts';

const card = (more: Partial<ScoreCard>): ScoreCard => ({
  overLineMinutes: 0,
  overFullMinutes: 0,
  lackedCoreMinutes: 0,
  evictions: 0,
  refused: 0,
  pingPongs: 0,
  mostMoves: 0,
  unreadyMinutes: 0,
  outOfMemory: 0,
  ...more,
});

const runs = [
  { policy: 'none', score: card({ overLineMinutes: 5290, overFullMinutes: 640 }) },
  { policy: 'tail-risk', score: card({ overLineMinutes: 830, overFullMinutes: 20, evictions: 33 }) },
];

test('runs stand side by side', () => {
  expect(scoreTable(runs)).toBe(
    [
      'POLICY      MIN > 80 %   MIN > 100 %   EVICTIONS   PING-PONGS',
      'none             5,290           640           0            0',
      'tail-risk          830            20          33            0',
      '',
    ].join('\n'),
  );
});

test('what the last avoided of what the first left is said with its price', () => {
  expect(scoreSentence(runs)).toBe('tail-risk avoided 84 % of the overload with 33 evictions: 135 node-minutes each.');
  expect(scoreSentence(runs.toReversed())).toBe('none avoided nothing that tail-risk left.');
  expect(scoreSentence(runs.slice(1))).toBeUndefined();
});

test('the page needs nothing from elsewhere and shows names as they are', () => {
  const samples = [{ atMs: 300_000, overloadedNodes: 3, overLineMinutes: 15, evictions: 0 }];
  const page = simulationPage(
    'a <world>',
    runs.map(({ policy, score }) => ({ policy, score, samples })),
  );
  expect(page).toContain('a &#60;world&#62;');
  expect(page).not.toMatch(/(src|href)=|https?:/);
  expect(page.match(/<polyline/g)).toHaveLength(6);
});
