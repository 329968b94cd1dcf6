import { inject, type TestAPI } from 'vitest';
import type { ClusterFixtures } from '../control-plane/cluster-test.ts';
import { asShared } from '../control-plane/global-set-up.ts';
import type { ControlPlaneOptions } from '../control-plane/options.ts';
import { type Component, type ControlPlane, startControlPlane } from '../control-plane/start-control-plane.ts';

export interface OwnControlPlane {
  /** What these tests may break. By default etcd and an API server, and nothing else. */
  readonly own: ControlPlane;
}

export interface OnOwnControlPlane<Fixtures> {
  readonly test: TestAPI<Fixtures & OwnControlPlane>;
  /** To be called after all tests. */
  readonly stop: () => Promise<void>;
}

/** The same test, with all its fixtures, on a control plane of one file's own: started for its first test. */
export function onOwnControlPlane<Fixtures extends ClusterFixtures>(
  base: TestAPI<Fixtures>,
  options: ControlPlaneOptions = {},
): OnOwnControlPlane<Fixtures> {
  let started: Promise<ControlPlane> | undefined;
  // vitest's types cannot extend what is not known yet
  const test = (base as unknown as TestAPI<ClusterFixtures>).extend<
    OwnControlPlane & Pick<ClusterFixtures, 'controlPlane'>
  >({
    own: async ({ skip }, use) => {
      if (inject('controlPlane') === undefined) skip('there is no control plane: see the message above');
      started ??= startControlPlane({ components: [], audit: false, ...options });
      await use(await started);
    },
    controlPlane: async ({ own }, use) => use(asShared(own)),
  });
  return {
    test: test as unknown as TestAPI<Fixtures & OwnControlPlane>,
    stop: async () => (await started)?.stop(),
  };
}

/** As a node that loses power, and comes back. */
export async function killAndRestart(own: ControlPlane, component: Component): Promise<void> {
  const process = own.process(component);
  process.signal('SIGKILL');
  await process.ended;
  await own.restart(component);
}

/** As a disk or a machine that hangs; however `during` ends, the component goes on. */
export async function whileStopped(
  own: ControlPlane,
  component: Component,
  during: () => Promise<void>,
): Promise<void> {
  const process = own.process(component);
  process.signal('SIGSTOP');
  try {
    await during();
  } finally {
    process.signal('SIGCONT');
  }
}
