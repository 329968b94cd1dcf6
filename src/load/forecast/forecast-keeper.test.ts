import { expect, test } from 'vitest';
import { rngOf } from '#base/rng.ts';
import { ForecastKeeper } from '#load/forecast/forecast-keeper.ts';
import { forecastDefaults } from '#load/forecast/forecast-options.ts';
import type { ForeseenPod, UseAt } from '#load/forecast/foreseen-pod.ts';
import { expectedUse } from '#load/forecast/outlook.ts';

const NOW = Date.UTC(2026, 10, 30, 12);
const { stepMs } = forecastDefaults;
const DAYS = 2;

const pods: readonly ForeseenPod[] = Array.from({ length: 40 }, (_, at) => ({
  uid: `pod-${at}`,
  owner: `owner-${Math.floor(at / 2)}`,
  requests: { cpuCores: 0.25, memoryBytes: 2 ** 26 },
  limits: at < 10 ? { cpuCores: 2 } : {},
}));

/** Days with a shape and noise, and at the end a rise that nobody has asked for room for. */
function past(seed: number): readonly UseAt[] {
  const rng = rngOf(seed);
  const steps = (DAYS * 86_400_000) / stepMs;
  return Array.from({ length: steps }, (_, step) => {
    const at = NOW - (steps - step) * stepMs;
    const day = 1 + 0.5 * Math.sin((at / 86_400_000) * 2 * Math.PI);
    const rise = step > steps - 6 ? 8 : 1;
    const cpuCores = pods.map((_, pod) =>
      pod % 7 === 0 && step < 100 ? Number.NaN : day * rise * (0.05 + 0.1 * rng.float()),
    );
    return { at, cpuCores, memoryBytes: cpuCores.map((cores) => cores * 2 ** 28) };
  });
}

/** What is expected of every pod in every slot, and of the whole in the blocks of the week. */
function expectations(keeper: ForecastKeeper): readonly number[] {
  const forecast = keeper.forecast(NOW);
  return [forecast.cpuCores, forecast.memoryBytes].flatMap(({ outlook, rowOf }) =>
    pods.flatMap(({ uid }) => {
      const row = rowOf(uid)!;
      const scale = outlook.scale[row]!;
      const { slotMinutes, variance, residual, owner } = outlook;
      const blocks = residual.length / (Math.max(...owner) + 1);
      const ofWeek = residual.slice(owner[row]! * 56, owner[row]! * 56 + 56);
      expect(blocks).toBeGreaterThanOrEqual(56);
      return [
        ...Array.from(slotMinutes, (_, slot) => expectedUse(outlook, row, slot)),
        scale * Math.sqrt(variance[row]!),
        ...Array.from(ofWeek, (share) => share * scale),
      ].map((use) => use / (forecast.memoryBytes.outlook === outlook ? 2 ** 28 : 1));
    }),
  );
}

function expectAlike(one: readonly number[], other: readonly number[], within = 1e-9): void {
  expect(one).toHaveLength(other.length);
  const apart = Math.max(...one.map((value, at) => Math.abs(value - other[at]!)));
  expect(apart).toBeLessThan(within);
}

test('learnt step by step or at once, the same is expected: use beyond all bounds does not swell what was before', () => {
  for (const seed of [1, 2, 3]) {
    const use = past(seed);
    const [atOnce, bySteps] = [new ForecastKeeper(), new ForecastKeeper()];
    atOnce.learn(pods, use);
    for (const step of use) bySteps.learn(pods, [step]);
    // the bounds differ a little, and with them what owners are believed to have in common; uses are about one core
    expectAlike(expectations(bySteps), expectations(atOnce), 0.02);
  }
});

test('a copy expects the same, and goes its own way', () => {
  const use = past(4);
  const keeper = new ForecastKeeper();
  keeper.learn(pods, use.slice(0, -1));
  const before = expectations(keeper);
  const copy = keeper.copy();
  expectAlike(expectations(copy), before);
  copy.learn(pods, use.slice(-1));
  expectAlike(expectations(keeper), before);
});

test('a copy in the columns of one that is spent expects what one in new columns does', () => {
  const use = past(5);
  const keeper = new ForecastKeeper();
  keeper.learn(pods, use.slice(0, -2));
  const spent = keeper.copy();
  spent.learn([...pods, { ...pods[0]!, uid: 'one more', owner: 'another' }], [{ ...use.at(-2)!, memoryBytes: [] }]);
  const [anew, over] = [keeper.copy(), keeper.copy(spent)];
  for (const copy of [anew, over]) copy.learn(pods, use.slice(-1));
  expect(expectations(over)).toEqual(expectations(anew));
});

test('the order of pods is no matter, not even where those of one owner ask for different amounts', () => {
  const unlike = pods.map((pod, at) => ({
    ...pod,
    requests: { cpuCores: 0.1 * (1 + (at % 3)), memoryBytes: 2 ** 26 },
  }));
  const use = past(6).slice(0, 3);
  const expected = [unlike, unlike.toReversed()].map((order, turn) => {
    const keeper = new ForecastKeeper();
    for (const { at, cpuCores, memoryBytes } of use) {
      const told = (amounts: ArrayLike<number>) =>
        turn === 0 ? Array.from(amounts) : Array.from(amounts).toReversed();
      keeper.learn(order, [{ at, cpuCores: told(cpuCores), memoryBytes: told(memoryBytes) }]);
    }
    return expectations(keeper);
  });
  expect(expected[1]).toEqual(expected[0]);
});

test('how long was learnt counts from when any use was known', () => {
  const keeper = new ForecastKeeper();
  const nothing = pods.map(() => Number.NaN);
  const some = pods.map(() => 1);
  keeper.learn(pods, [
    { at: NOW - 20 * stepMs, cpuCores: nothing, memoryBytes: nothing },
    { at: NOW - 2 * stepMs, cpuCores: some, memoryBytes: some },
  ]);
  expect(keeper.forecast(NOW).cpuCores.outlook.learntMs).toBe(2 * stepMs);
});
