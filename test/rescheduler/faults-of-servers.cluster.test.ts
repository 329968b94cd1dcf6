import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect } from 'vitest';
import { compactEtcd } from '#test/support/fault-proxy/compact-etcd.ts';
import { moveTest } from '#test/support/moves/move-test.ts';
import { killAndRestart, onOwnControlPlane, whileStopped } from '#test/support/own-control-plane.ts';

const { test, stop } = onOwnControlPlane(moveTest, {
  components: ['kube-controller-manager', 'kube-scheduler'],
  audit: true,
});
afterAll(stop);

test('faults 13 and 15: between clone and adoption etcd is compacted, and the API server killed and restarted', async ({
  stage,
  own,
  controlPlane: door,
}) => {
  const app = await stage.start('web');
  let isFirst = true;
  stage.replica({
    door,
    hands: ({ surger, ...hands }) => ({
      ...hands,
      surger: {
        ...surger,
        async adoptClone(...by) {
          if (isFirst) {
            isFirst = false;
            await compactEtcd(own);
            await killAndRestart(own, 'kube-apiserver');
          }
          return surger.adoptClone(...by);
        },
      },
    }),
  });
  const move = await stage.want(app, 'Surge');
  await stage.ended(move);
  expect(isFirst).toBe(false);
  expect(await stage.expectTruth(app, move)).toBe('Succeeded/Cooled');
  expect(app.ready.least()).toBe(app.replicas);
});

test('fault 16: etcd is stopped for a while, just before an eviction and in mid-surge', async ({
  stage,
  own,
  controlPlane: door,
}) => {
  const apps = await Promise.all([stage.start('goes'), stage.start('surges')]);
  let frozen: Promise<void> | undefined;
  const freeze = (): Promise<void> => whileStopped(own, 'etcd', () => sleep(4000));
  stage.replica({
    door,
    hands: ({ evictor, ...hands }) => ({
      ...hands,
      evictor: {
        ...evictor,
        evict(...by) {
          frozen ??= freeze();
          return evictor.evict(...by);
        },
      },
    }),
  });
  const moves = [await stage.want(apps[0], 'Evict'), await stage.want(apps[1], 'Surge')] as const;
  await Promise.all(moves.map((move) => stage.ended(move)));
  await frozen;
  expect(frozen).toBeDefined();
  expect(await stage.expectTruth(apps[0], moves[0])).toMatch(/^(Succeeded\/Cooled|Failed\/CameBack)$/);
  expect(await stage.expectTruth(apps[1], moves[1])).toBe('Succeeded/Cooled');
  expect(apps[1].ready.least()).toBe(apps[1].replicas);
});
