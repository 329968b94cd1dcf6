import { kubeControlStore } from '#actuators/control/kube-control-store.ts';
import { Fault } from '#base/fault.ts';
import { parseWindow } from '#base/written-window.ts';
import type { HouseInput } from '#views/explain/house-gates.ts';
import { seeLoad } from './cluster-sight.ts';
import type { KnownCluster } from './known-cluster.ts';
import { knownMigrations } from './known-migrations.ts';
import { maySurge } from './may-surge.ts';
import type { OpenCluster } from './open-cluster.ts';
import { type PlannedNow, planNow } from './plan-now.ts';

/** What the rescheduler goes by now, and what it would plan. */
export interface HouseNow {
  readonly house: HouseInput;
  /** Undefined where no source of load answered. */
  readonly planned: PlannedNow | undefined;
  readonly remarks: readonly string[];
  /** Why what is used is not known, where it is not. */
  readonly unseen: readonly string[];
}

/** Reads it all once; where something cannot be read, the rest is told all the same. */
export async function houseNow(cluster: OpenCluster, known: KnownCluster): Promise<HouseNow> {
  const { client, config, signal, clock } = cluster;
  const { rescheduling, leadership } = config;
  const [migrations, surgeRight, control] = await Promise.all([
    knownMigrations(cluster),
    maySurge(client, signal),
    orFault(kubeControlStore(client, leadership.namespace).read(signal)),
  ]);
  const asked = { historyMs: rescheduling.historyMs, observeForMs: 0, observing: () => undefined };
  const ground = { known, migrations, surgeRight };
  const planned = await orFault(seeLoad(cluster, ground, asked).then(({ sight }) => planNow(sight, config)));
  const { budgets, windows } = rescheduling;
  return {
    house: {
      now: clock.now(),
      migrations: migrations.items,
      budgets,
      pods: known.pods.length,
      control: control instanceof Fault ? 'unread' : control,
      windows: windows.flatMap((text) => parseWindow(text) ?? []),
      seen: planned instanceof Fault ? { why: planned.message } : { plan: planned.plan, load: planned.look.view },
    },
    planned: planned instanceof Fault ? undefined : planned,
    remarks: migrations.remarks,
    unseen: planned instanceof Fault ? [`what is used is not known: ${planned.message}; ${planned.remedy}`] : [],
  };
}

/** What was asked for, or the fault that says why it cannot be had. */
async function orFault<T>(asked: Promise<T>): Promise<T | Fault> {
  try {
    return await asked;
  } catch (thrown) {
    if (thrown instanceof Fault) return thrown;
    throw thrown;
  }
}
