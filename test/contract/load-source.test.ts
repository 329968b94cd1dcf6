import { test } from 'vitest';
import { aHeardLook } from '#test/support/heard-look.ts';
import { playedLoad } from '#sources/recording/played-load.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { mixedSource } from '#controllers/mixed-source.ts';
import { loadSourceContract, type LoadSourceUnderTest } from '#test/contract/load-source.ts';
import { inventedSource, type InventedSourceOptions } from '#test/support/invented-source.ts';

const takenAt = 1_796_032_800_000;
const cpu = { unit: 'ratio', values: { 'worker-a': 0.4, 'worker-b': 0.9 }, takenAt } as const;
const memory = { unit: 'bytes', values: { 'worker-a': 1000 }, takenAt } as const;
const web = { labels: { namespace: 'shop', pod: 'web-1' }, takenAt };
const invented: InventedSourceOptions = {
  signals: { cpu, memory, broken: 'fails' },
  pods: { cpuCores: [{ ...web, value: 0.3 }], memoryBytes: [{ ...web, value: 300 }] },
  remembers: true,
};

function subject(): LoadSourceUnderTest {
  const source = inventedSource(invented);
  return {
    source,
    measured: { cpu, memory },
    failing: 'broken',
    pods: {
      cpuCores: { unit: 'cores', values: { 'shop web-1': 0.3 }, takenAt },
      memoryBytes: { unit: 'bytes', values: { 'shop web-1': 300 }, takenAt },
    },
    past: { fromMs: takenAt - 60_000, toMs: takenAt, stepMs: 30_000 },
    asked: () => source.asked,
    unreachable: () => inventedSource({ ...invented, isDown: true }),
  };
}

for (const [promise, keeps] of Object.entries(loadSourceContract)) {
  test(`an invented source: ${promise}`, () => keeps(subject()));
}

/** One source behind the mix: what it promises, the mix does. */
function mixedSubject(): LoadSourceUnderTest {
  const one = subject();
  const mixed = (source: LoadSourceUnderTest['source']) =>
    mixedSource([source], { ofSignal: () => ['prometheus'], ofPods: ['prometheus'] });
  return { ...one, source: mixed(one.source), unreachable: () => mixed(one.unreachable()), answering: 'prometheus' };
}

for (const [promise, keeps] of Object.entries(loadSourceContract)) {
  test(`a mixed source: ${promise}`, () => keeps(mixedSubject()));
}

/** What a source said, recorded and played again. */
async function playedSource(source: LoadSource, past?: LoadSourceUnderTest['past']): Promise<LoadSource> {
  const { signals } = source;
  const reading = await source.read({ signals, pods: 'asked' });
  const remembered = past === undefined ? [] : await source.past({ ...past, signals });
  return playedLoad(aHeardLook({ at: takenAt, reading, past: remembered }), []).source;
}

for (const [promise, keeps] of Object.entries(loadSourceContract)) {
  test(`a recorded source: ${promise}`, async () => {
    const one = subject();
    const source = await playedSource(one.source, one.past);
    const silent = await playedSource(one.unreachable());
    await keeps({ ...one, source, unreachable: () => silent, asked: () => [], answering: 'prometheus' });
  });
}
