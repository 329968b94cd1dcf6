import { expect, test } from 'vitest';
import { Dictionary } from '#base/dictionary.ts';

test('strings are numbered as they are met, and keep their numbers', () => {
  const dictionary = new Dictionary();
  expect(['a', 'b', 'a', '__proto__', ''].map((text) => dictionary.idOf(text))).toEqual([0, 1, 0, 2, 3]);
  expect([0, 1, 2, 3].map((id) => dictionary.textOf(id))).toEqual(['a', 'b', '__proto__', '']);
  expect(dictionary.size).toBe(4);
});

test('looking does not number', () => {
  const dictionary = new Dictionary();
  expect([dictionary.find('a'), dictionary.size]).toEqual([undefined, 0]);
  expect(dictionary.idOf('a')).toBe(dictionary.find('a'));
});

test('a number that was never given is refused', () => {
  expect(() => new Dictionary().textOf(0)).toThrow('no string has the number 0: 0 are numbered');
});
