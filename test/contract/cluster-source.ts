import { expect } from 'vitest';
import type { ClusterEvent, ClusterKind } from '#cluster/cluster-event.ts';
import type { ClusterSource } from '#ports/cluster-source.ts';
import { until } from '../support/until.ts';

/** A source, and a cluster that it tells of, with a namespace of the test's own. */
export interface SourceUnderTest {
  readonly source: ClusterSource;
  readonly namespace: string;
  /** A Service that selects pods with this label `app`; gives its uid. */
  readonly put: (name: string, app: string) => Promise<string>;
  readonly remove: (name: string) => Promise<void>;
}

type Promises = readonly (readonly [promise: string, hold: (under: SourceUnderTest) => Promise<void>])[];

type Told = ClusterEvent | 'in-sync';

/** Follows for as long as `look` takes; what is told of the namespace, and the marker. */
async function following(
  { source, namespace }: SourceUnderTest,
  look: (told: readonly Told[]) => Promise<void>,
): Promise<void> {
  const told: Told[] = [];
  const ending = new AbortController();
  const running = source.run(
    {
      told: (event) => {
        if ('object' in event && event.object.metadata.namespace === namespace && event.of === 'Service')
          told.push(event);
      },
      inSync: () => told.push('in-sync'),
    },
    ending.signal,
  );
  try {
    await look(told);
  } finally {
    ending.abort();
    await running;
  }
}

const inSync = (told: readonly Told[]): Promise<true> =>
  until('the source to be in sync', async () => (told.includes('in-sync') ? true : undefined));

/** What is told of a Service, in short. */
const short = (told: readonly Told[]): readonly string[] =>
  told.map((one) => (one === 'in-sync' ? one : `${one.kind} ${uidOf(one)}`));

const uidOf = (event: ClusterEvent): string => ('object' in event ? event.object : event.pod).metadata.uid;

const kinds: readonly ClusterKind[] = ['Node', 'Pod', 'Service', 'PersistentVolume', 'PodDisruptionBudget'];

/** What every source of a cluster promises. */
export const clusterSourcePromises: Promises = [
  [
    'what is there is told before the marker, once, and every kind says that it is whole',
    async (under) => {
      const uid = await under.put('web', 'web');
      await following(under, async (told) => {
        await inSync(told);
        expect(short(told)).toEqual([`applied ${uid}`, 'in-sync']);
        const standings = new Map(under.source.standings.map((one) => [one.kind, one]));
        for (const kind of kinds) {
          expect(standings.get(kind)).toMatchObject({ completeness: 'whole', heardAt: expect.any(Number) });
        }
        expect(standings.get('Service')!.objects).toBeGreaterThanOrEqual(1);
      });
    },
  ],
  [
    'what changes is told in order, and a name that is given again is first told gone',
    async (under) => {
      await following(under, async (told) => {
        await inSync(told);
        const first = await under.put('web', 'web');
        await until('it to be told', async () => (told.length === 2 ? true : undefined));
        await under.remove('web');
        const second = await under.put('web', 'shop');
        await until('all to be told', async () => (told.length === 4 ? true : undefined));
        expect(short(told)).toEqual(['in-sync', `applied ${first}`, `removed ${first}`, `applied ${second}`]);
        expect(told[3]).toMatchObject({ of: 'Service', object: { spec: { selector: { app: 'shop' } } } });
      });
    },
  ],
  [
    'before it runs nothing is known, and it can run again',
    async (under) => {
      expect(under.source.standings.every(({ heardAt }) => heardAt === 'never')).toBe(true);
      await following(under, inSyncOnly);
      await under.put('web', 'web');
      await following(under, async (told) => {
        await inSync(told);
        expect(told).toHaveLength(2);
      });
    },
  ],
];

async function inSyncOnly(told: readonly Told[]): Promise<void> {
  await inSync(told);
}
