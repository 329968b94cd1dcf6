import { expect, test } from 'vitest';
import { newMaker } from './made.ts';

test('what a maker makes is a plain, empty object, whatever the one before it was given', () => {
  const Maker = newMaker();
  const first = new Maker();
  first['name'] = 'web-0';
  const second = new Maker();
  expect(second).toStrictEqual({});
  expect([Object.getPrototypeOf(second), second.constructor]).toEqual([Object.prototype, Object]);
  expect(JSON.stringify(first)).toBe('{"name":"web-0"}');
});
