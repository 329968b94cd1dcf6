import { expect, test } from 'vitest';
import { policyMover } from '#simulation/mover.ts';
import { none } from '#simulation/policies/none.ts';
import { tailRisk } from '#simulation/policies/tail-risk.ts';
import { aNodeSpec, aWorkload, aWorldSpec, coursesOf } from '#simulation/fixtures/a-world.ts';
import { captured } from '#test/support/captured.ts';
import { tellHours } from './hourly-lines.ts';
import { showLive } from './live-picture.ts';
import { SideBySide } from './side-by-side.ts';

/** Two hours of two nodes, the first of them hot. */
function twoHours(): SideBySide {
  const hot = Array.from({ length: 24 }, () => 1.3);
  const pod = (name: string, course: number) =>
    aWorkload(name, { kind: 'ReplicaSet', startsOn: ['n1'], life: { courses: [course] } });
  const spec = aWorldSpec({
    nodes: ['n1', 'n2'].map((name) => aNodeSpec(name)),
    workloads: [pod('a', 0), pod('b', 1), pod('c', 2)],
    courses: coursesOf(hot, hot, hot),
  });
  return new SideBySide(spec, [
    { title: 'doing nothing', mover: policyMover(none) },
    { title: 'moving', mover: policyMover(tailRisk) },
  ]);
}

test('without a terminal a line is told for each hour', async () => {
  const worlds = twoHours();
  const invocation = captured([]);
  await tellHours(worlds, invocation.stdout);
  await worlds.end();
  const [, first, second] = invocation.out().split('\n');
  expect(first).toMatch(
    /^01:00 {2}1 node overloaded, 60 node-minutes so far, 0 evictions {2}\| {2}0 nodes overloaded, \d+ .*, 1 eviction$/,
  );
  expect(second).toMatch(/^02:00 {2}1 node overloaded, 120 node-minutes so far/);
});

test('on a terminal the picture is drawn on a screen of its own, which is given back when time is up', async () => {
  const worlds = twoHours();
  const invocation = captured([], { isTTY: true });
  const ending = new AbortController();
  const stdout = { ...invocation.stdout, columns: 100, rows: 30 };
  const terminal = { ...invocation, stdout, programName: 'plimsoll', conclude: () => undefined, signal: ending.signal };
  const shown = showLive(worlds, 'A heading', terminal);
  while (!invocation.out().includes('moving')) await new Promise((resolve) => setImmediate(resolve));
  ending.abort(new Error('enough'));
  await expect(shown).rejects.toThrow('enough');
  await worlds.end();
  const out = invocation.out();
  expect([out.startsWith('\u001b[?1049h'), out.endsWith('\u001b[?1049l')]).toEqual([true, true]);
  expect(out).toMatch(/A heading[^]*doing nothing[^]*moving/);
});
