import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { goVersion } from '../support/go-module.ts';
import { runCampaign } from './campaign.ts';
import { goldenFacts } from './golden-facts.ts';
import { aNode, aPod, aWorld } from './build-world.ts';
import { type Oracle, startOracle } from './oracle.ts';
import { subjects } from './subject.ts';

describe.skipIf(goVersion() === undefined)("kube-scheduler's own code", () => {
  let oracle: Oracle;
  beforeAll(async () => {
    oracle = (await startOracle())!;
  }, 600_000);
  afterAll(() => oracle.close());

  test.for(goldenFacts)('$name', async ({ world, want }) => {
    const answer = await oracle.ask(world);
    expect(answer).toMatchObject({ kind: 'judged', judgements: [want] });
  });

  test('a world that cannot be read is told as broken, and the next one is judged', async () => {
    const good = aWorld('good', { nodes: [aNode('n')] }, aPod('probe'));
    const bad = { ...good, dialect: '1.34' } as const;
    const [broken, judged] = await Promise.all([oracle.ask(bad), oracle.ask(good)]);
    expect(broken).toMatchObject({ kind: 'broken', why: expect.stringContaining('asked for 1.34') });
    expect(judged).toMatchObject({ kind: 'judged', judgements: [{ nodes: { n: { kind: 'fits' } } }] });
  });

  for (const [subject, judge] of Object.entries(subjects)) {
    test(`${subject} says the same of a thousand fresh probes`, async () => {
      const tally = await runCampaign({ seed: 'cluster-test', probes: 1000, oracle, judge });
      expect([...tally.differences.values()].flatMap(({ met }) => met.map(({ what }) => what))).toEqual([]);
    });
  }
});
