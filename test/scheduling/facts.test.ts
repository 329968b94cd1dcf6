import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { compare } from './compare.ts';
import { factFiles, readFacts } from './facts/fact.ts';
import { subjects } from './subject.ts';

const folder = join(import.meta.dirname, 'facts');
const files = factFiles(folder);

test('there are thousands of cases, of every family', () => {
  const cases = files.flatMap((name) => readFacts(folder, name)).flatMap(({ judgements }) => judgements);
  expect(files.length).toBeGreaterThanOrEqual(22);
  expect(cases.length).toBeGreaterThan(3000);
});

for (const [subject, judge] of Object.entries(subjects)) {
  describe(`${subject} says what kube-scheduler says`, () => {
    test.for(files)('%s', { timeout: 60_000 }, (name) => {
      const differences = readFacts(folder, name).flatMap(({ world, judgements }) => {
        const ours = judge(world);
        return judgements.flatMap((truth, index) => {
          const probe = `${world.id} ${world.probes[index]!.metadata.name}`;
          return compare(truth, ours[index]!).differences.map(({ what }) => `${probe}: ${what}`);
        });
      });
      expect(differences).toEqual([]);
    });
  });
}
