import { expect, onTestFinished, type TestAPI } from 'vitest';
import { systemClock } from '#app/system-clock.ts';
import { KubeClient } from '#kube/client/kube-client.ts';
import { inShort, RightsAsked } from '#kube/client/rights.ts';
import { connected, type Door } from '#kube/lease/fixtures/connected.ts';
import { annotationsDefaults } from '#load/annotation-options.ts';
import { builtInSignals } from '#load/signals/built-in-signals.ts';
import { loadDefaults } from '#load/options.ts';
import type { LoadSource } from '#ports/load-source.ts';
import { loadSourceContract, type LoadSourceUnderTest } from '#test/contract/load-source.ts';
import { type ClusterFixtures, clusterTest } from '#test/control-plane/cluster-test.ts';
import { expectOk } from '#test/support/kube-api.ts';
import { freePort } from '#test/support/free-port.ts';
import { annotationsSource, annotationsSourceDefaults, annotationsSourceRights } from './annotations-source.ts';

const lastUpdated = '2026-11-30T10:00:00Z';
const takenAt = Date.parse(lastUpdated);
const signals = builtInSignals(loadDefaults, annotationsDefaults);

interface Fixtures {
  readonly door: Door;
  /** Of this test alone: nodes of other tests carry other keys. */
  readonly prefix: string;
  /** Adds a node of this test with these of our annotations, and gives its name. */
  readonly annotated: (name: string, values: Readonly<Record<string, string>>) => Promise<string>;
}

const test: TestAPI<ClusterFixtures & Fixtures> = clusterTest.extend<Fixtures>({
  door: async ({ controlPlane: { url, ca, cert, key } }, use) => use({ url, ca, cert, key }),
  prefix: async ({ namespace }, use) => use(`${namespace}/load.`),
  annotated: async ({ api, namespace, prefix }, use) => {
    const names: string[] = [];
    await use(async (short, values) => {
      const name = `${namespace}-${short}`;
      const annotations = Object.fromEntries(Object.entries(values).map(([key, value]) => [prefix + key, value]));
      expectOk(await api.create('/api/v1/nodes', { metadata: { name, annotations } }));
      names.push(name);
      return name;
    });
    for (const name of names) await api.delete(`/api/v1/nodes/${name}`);
  },
});

function opened(door: Door, prefix: string, asked: RightsAsked['asked'] = () => undefined): LoadSource {
  const transport = connected(door, { asked });
  onTestFinished(() => transport.close());
  return annotationsSource(new KubeClient(transport), signals, systemClock(), { ...annotationsSourceDefaults, prefix });
}

const port = await freePort();
const contractTest = test.extend<{ subject: LoadSourceUnderTest }>({
  subject: async ({ annotated, door, prefix }, use) => {
    const asked: string[] = [];
    const whole = { cpu: '0.853', memory: '0.500', load: '1.420', latency: '212.5', 'last-updated': lastUpdated };
    const [a, b] = [await annotated('a', whole), await annotated('b', { ...whole, cpu: '0.100', load: '0.000' })];
    await annotated('c', {});
    await use({
      source: opened(door, prefix, (one) => asked.push(JSON.stringify(one))),
      measured: {
        cpu: { unit: 'ratio', values: { [a]: 0.853, [b]: 0.1 }, takenAt },
        memory: { unit: 'ratio', values: { [a]: 0.5, [b]: 0.5 }, takenAt },
        load: { unit: 'ratio', values: { [a]: 1.42, [b]: 0 }, takenAt },
        latency: { unit: 'milliseconds', values: { [a]: 212.5, [b]: 212.5 }, takenAt },
      },
      failing: 'psi-io',
      pods: 'not-known',
      asked: () => asked,
      unreachable: () => opened({ ...door, url: `https://127.0.0.1:${port}` }, prefix),
    });
  },
});
for (const [promise, keeps] of Object.entries(loadSourceContract)) {
  contractTest(`annotations on a real API server: ${promise}`, async ({ subject }) => keeps(subject));
}

test('A-17: a node whose annotations say no time is as old as can be', async ({ annotated, door, prefix }) => {
  await annotated('a', { cpu: '0.5', 'last-updated': 'yesterday' });
  const { signals: read } = await opened(door, prefix).read({ signals: ['cpu'], pods: 'not-asked' });
  expect(read).toMatchObject([{ kind: 'read', series: [{ value: '0.5', takenAt: Number.NaN }] }]);
});

test('where nobody publishes a signal, that is a problem of it alone', async ({ annotated, door, prefix }) => {
  await annotated('a', { cpu: '0.5', 'last-updated': lastUpdated });
  const { problems } = await opened(door, prefix).read({ signals: ['cpu', 'memory'], pods: 'not-asked' });
  expect(problems.map(({ fault, signals: of }) => [fault.code, of])).toEqual([['annotations/none', ['memory']]]);
});

test('the right it names is the one it needs', async ({ annotated, door, prefix }) => {
  await annotated('a', { cpu: '0.5', 'last-updated': lastUpdated });
  const rights = new RightsAsked();
  await opened(door, prefix, rights.asked).read({ signals: ['cpu'], pods: 'not-asked' });
  expect(rights.rules()).toEqual(inShort(annotationsSourceRights));
});
