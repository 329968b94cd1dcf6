import { describe, expect, test } from 'vitest';
import { goldenFacts } from './golden-facts.ts';
import { subjects } from './subject.ts';

for (const [subject, judge] of Object.entries(subjects)) {
  describe(subject, () => {
    test.for(goldenFacts)('$name', ({ world, want, tooLargeFor }) => {
      const unknown = { nodes: { n: { kind: 'unknown' } } };
      expect(judge(world)[0]).toMatchObject(tooLargeFor === subject ? unknown : want);
    });
  });
}
