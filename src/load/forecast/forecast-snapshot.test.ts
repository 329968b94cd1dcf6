import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import { type ReadSnapshot, snapshotReader, writeSnapshot } from '#load/forecast/forecast-snapshot.ts';
import { Forecaster } from '#load/forecast/forecaster.ts';
import type { ForeseenPod, UseAt } from '#load/forecast/foreseen-pod.ts';
import { sealed, unsealing } from '#load/forecast/sealed-pieces.ts';
import { asciiJson, parseAsciiJson } from '#base/ascii-json.ts';

const { stepMs } = forecastDefaults;

/** Pods come and go: at each step there are forty in a row of a hundred. */
function podsAt(step: number): readonly ForeseenPod[] {
  return Array.from({ length: 40 }, (_, at) => {
    const number = (Math.floor(step / 5) + at) % 100;
    return {
      uid: `pod-${number}-${Math.floor((Math.floor(step / 5) + at) / 100)}`,
      owner: `shop/Deployment/web-${number % 30}`,
      requests: { cpuCores: 0.25, memoryBytes: 2 ** 26 },
      limits: number % 3 === 0 ? { cpuCores: 4 } : {},
    };
  });
}

function useAt(step: number): UseAt {
  const rng = rngOf(step);
  const cores = podsAt(step).map((_, at) => (at % 9 === 0 ? Number.NaN : 1 + Math.sin(step / 40) + rng.float()));
  return { at: step * stepMs, cpuCores: cores, memoryBytes: cores.map((each) => each * 2 ** 28) };
}

function feed(keeper: ForecastKeeper, from: number, to: number): ForecastKeeper {
  for (let step = from; step < to; step++) keeper.learn(podsAt(step), [useAt(step)]);
  return keeper;
}

function readPieces(pieces: Iterable<Uint8Array>): ReadSnapshot | 'there is more' {
  const take = snapshotReader();
  for (const piece of pieces) {
    const read = take(piece);
    if (read !== undefined) return read;
  }
  return 'there is more';
}

function restored(pieces: Iterable<Uint8Array>): ForecastKeeper {
  const read = readPieces(pieces);
  if (read === 'there is more' || read.kind !== 'read') throw new Error('it cannot be read');
  return read.keeper;
}

const bytesIn = (keeper: ForecastKeeper): Buffer => Buffer.concat([...writeSnapshot(keeper)]);

test('what was learnt goes on as if nothing had happened, to the last bit', () => {
  const whole = feed(new ForecastKeeper(), 0, 400);
  const half = restored(writeSnapshot(whole));
  feed(whole, 400, 700);
  feed(half, 400, 700);
  expect(half.since).toBe(0);
  expect(bytesIn(half).equals(bytesIn(whole))).toBe(true);
});

test('bounds of owners go on too: they only grow', () => {
  const keeper = feed(new ForecastKeeper(), 0, 50);
  const again = restored(writeSnapshot(keeper));
  for (const resource of ['cpuCores', 'memoryBytes'] as const) {
    expect([...again.learnt[resource].bounds]).toEqual([...keeper.learnt[resource].bounds]);
  }
});

test('what was never seen stays never seen', () => {
  expect(restored(writeSnapshot(new ForecastKeeper())).since).toBe(Infinity);
});

test('pieces are small, and many owners and pods go over several', () => {
  const pods = Array.from({ length: 5000 }, (_, at) => ({ ...podsAt(0)[0]!, uid: `pod-${at}`, owner: `web-${at}` }));
  const keeper = new ForecastKeeper();
  const use = pods.map((_, at) => at / 5000);
  keeper.learn(pods, [{ at: 0, cpuCores: use, memoryBytes: use }]);
  const pieces = [...writeSnapshot(keeper)];
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(1.1 * 2 ** 20);
  expect(bytesIn(restored(pieces)).equals(Buffer.concat(pieces))).toBe(true);
});

const pieces = [...writeSnapshot(feed(new ForecastKeeper(), 0, 60))];

/** As somebody would have written it in whose version the head was another. */
function withHead(changes: object): Iterable<Uint8Array> {
  const unseal = unsealing();
  const [head, ...bodies] = pieces.map((piece) => unseal(piece)!);
  return sealed([asciiJson(Object.assign({}, parseAsciiJson(head!), changes)), ...bodies]);
}

const ofOtherSteps = new ForecastKeeper({
  cpuCores: { forecaster: new Forecaster({ stepMs: 60_000 }), bounds: new Map() },
  memoryBytes: { forecaster: new Forecaster({ stepMs: 60_000 }), bounds: new Map() },
});

const broken = [
  { name: 'something else', pieces: [Buffer.from('a poem'), Buffer.from('of two lines')], why: 'damaged' },
  { name: 'a piece of nothing', pieces: [new Uint8Array()], why: 'damaged' },
  { name: 'without a piece in its midst', pieces: pieces.toSpliced(12, 1), why: 'damaged' },
  { name: 'with a piece twice', pieces: pieces.toSpliced(12, 0, pieces[12]!), why: 'damaged' },
  { name: 'cut off within a piece', pieces: [...pieces.slice(0, -1), pieces.at(-1)!.subarray(0, -9)], why: 'damaged' },
  { name: 'of another version', pieces: withHead({ version: 3 }), why: 'another-version' },
  { name: 'of other columns', pieces: withHead({ columns: 'owners.mood:1' }), why: 'another-version' },
  { name: 'of another step', pieces: writeSnapshot(ofOtherSteps), why: 'another-step' },
];

test.each(broken)('a snapshot that is $name says so', ({ pieces: those, why }) => {
  expect(readPieces(those)).toEqual({ kind: 'unreadable', why });
});

test('whatever bit of it is turned is found out', () => {
  for (const [at, piece] of pieces.entries()) {
    const turned = piece.with(at % piece.length, piece[at % piece.length]! ^ (1 << (at % 8)));
    expect(readPieces(pieces.with(at, turned))).toEqual({ kind: 'unreadable', why: 'damaged' });
  }
});

test('without its last piece there is more to come', () => {
  expect(readPieces(pieces.slice(0, -1))).toBe('there is more');
});
