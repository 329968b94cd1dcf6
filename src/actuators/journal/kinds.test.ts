import { expect, test } from 'vitest';
import { kinds } from './kinds.ts';

for (const [kind, { event }] of Object.entries(kinds)) {
  if (event === undefined) continue;
  test(`the Event of "${kind}" is one the API server takes`, () => {
    expect(event.reason).toMatch(/^[A-Z][A-Za-z]{0,127}$/);
    expect(event.action).toMatch(/^[A-Z][A-Za-z]{0,127}$/);
  });
}
