import { expect, test } from 'vitest';
import type { LoadView } from '#load/load-view.ts';
import { aNode, aPass, aStore, NOW } from '../../../../test/support/a-load.ts';
import type { KnownNode } from './known-nodes.ts';
import { partOf, partsOn, sharedLevel, sharedSignals, sharedValue } from './shared-signals.ts';

const MINUTE = 60_000;
const GI = 2 ** 30;
/** Of the stored nodes. */
const CORES = 8;

/** Two nodes whose load was so in the last minutes, the newest last. */
function seen(loads: Readonly<Record<string, readonly number[]>>, cpu: number): LoadView {
  const store = aStore();
  const nodes = ['n1', 'n2'].map((name) => aNode(name));
  for (let at = 0; at < 5; at++) {
    const load = Object.fromEntries(
      Object.entries(loads).flatMap(([node, of]) => (of[at] === undefined ? [] : [[node, of[at]!]])),
    );
    const of = { n1: cpu, n2: 0.1 };
    store.take(aPass(NOW - (4 - at) * MINUTE, nodes, { cpu: of, memory: of, load }));
  }
  return store.view(NOW);
}

const known = (load: LoadView, name: string, cpuCores: number, cores: number = CORES): KnownNode => {
  const size = { cpuCores: cores, memoryBytes: 16 * GI };
  const measured = { cpuCores, memoryBytes: GI };
  const node = { metadata: { name, namespace: '', uid: `uid-of-${name}` } };
  return {
    name,
    node,
    row: 0,
    loadRow: load.rowNamed(name)!,
    capacity: size,
    allocatable: size,
    measured,
    used: measured,
  };
};

const load = (view: LoadView) => sharedSignals(view).find(({ spec }) => spec.name === 'load')!;
const pod = (cpuCores: number) => ({ cpuCores, memoryBytes: GI / 8 });

test('of the built-in signals the load average alone is shared out', () => {
  expect(sharedSignals(seen({}, 0.1)).map(({ spec: { name, share } }) => `${name} ${share}`)).toEqual(['load waiting']);
});

interface Case {
  readonly name: string;
  /** A core, of eight. */
  readonly loads: number;
  readonly busyCores: number;
  readonly part: number;
}

const cases: readonly Case[] = [
  { name: 'where nothing waits a pod takes along what it runs', loads: 0.5, busyCores: 6, part: 1 },
  {
    name: 'where cores are busy it takes along as much of what waits as of the cores',
    loads: 1.5,
    busyCores: 6,
    part: 2,
  },
  { name: 'where half of them are idle they are not what is waited for', loads: 1.5, busyCores: 3.9, part: Number.NaN },
  { name: 'what nobody measures has no parts', loads: Number.NaN, busyCores: 6, part: Number.NaN },
];

for (const { name, loads, busyCores, part } of cases) {
  test(name, () => {
    const view = seen(Number.isNaN(loads) ? {} : { n1: Array<number>(5).fill(loads) }, busyCores / CORES);
    const node = known(view, 'n1', busyCores);
    const level = sharedLevel(load(view), node, view);
    expect(partOf(load(view), { node, level }, pod(1))).toBe(part);
  });
}

test('a part is a larger share of a smaller node', () => {
  const view = seen({ n1: [2, 2, 2, 2, 2] }, 0.75);
  const from = known(view, 'n1', 6);
  const small = known(view, 'n2', 1, 4);
  expect(partsOn(small, { from, used: pod(1.5) }, view)).toEqual({ load: 1 });
});

test('trap 18: a spike on a hot node moves nothing, and a dip on a cool one draws nothing', () => {
  const view = seen({ n1: [1.6, 1.6, 1.7, 1.7, 4], n2: [1, 1, 1, 1, 0.1] }, 0.75);
  const [n1, n2] = [known(view, 'n1', 6), known(view, 'n2', 1)];
  expect(sharedValue(load(view), n1, view)).toBe(1.7);
  expect(sharedValue(load(view), n2, view)).toBe(1);
});

test('a hot node that cools is taken at its newest', () => {
  const view = seen({ n1: [1.6, 1.6, 1.7, 1.7, 1.2] }, 0.75);
  expect(view.signalVerdict(view.rowNamed('n1')!, load(view).at)).toBe('hot');
  expect(sharedValue(load(view), known(view, 'n1', 6), view)).toBe(1.2);
});
