import { expect, test } from 'vitest';
import { hashOfBytes, hashOfText } from '#base/hash.ts';

test('a text has one hash for a seed, whatever ran before', () => {
  expect(hashOfText('node-1')).toBe(hashOfText('node-1'));
  expect(hashOfText('node-1', 1)).not.toBe(hashOfText('node-1', 2));
});

test('neighbouring names are strangers, and spread evenly', () => {
  const hashes = Array.from({ length: 20_000 }, (_, at) => hashOfText(`node-${at}`));
  expect(new Set(hashes).size).toBeGreaterThan(19_990);
  const lowHalf = hashes.filter((hash) => hash < 2 ** 31).length;
  expect(Math.abs(lowHalf - 10_000)).toBeLessThan(400);
  const even = hashes.filter((hash) => hash % 2 === 0).length;
  expect(Math.abs(even - 10_000)).toBeLessThan(400);
});

test('code units above a byte count', () => {
  expect(hashOfText('\u0141')).not.toBe(hashOfText('A'));
});

test('bytes have one hash for a seed, and every one of them counts', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, at) => at);
  expect(hashOfBytes(bytes)).toBe(hashOfBytes(bytes.slice()));
  const others = Array.from(bytes, (_, at) => hashOfBytes(bytes.with(at, 200)));
  const all = [hashOfBytes(bytes), hashOfBytes(bytes, 1), hashOfBytes(bytes.subarray(1)), ...others];
  expect(new Set(all).size).toBe(all.length);
});
