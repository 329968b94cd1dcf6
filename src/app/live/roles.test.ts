import { expect, test } from 'vitest';
import { builtRoles } from './roles.ts';

test('a role that is named twice is run once', () => {
  expect(builtRoles(['collector', 'collector'])).toEqual(['collector']);
});

test('a role that is to come is refused by its name, whichever stand beside it', () => {
  expect(() => builtRoles(['collector', 'webhook'])).toThrow('serving webhook: there is no such role yet');
});
