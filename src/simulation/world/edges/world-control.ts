import { CONTROL_NAME, controlChange, controlSwitch, type ControlSwitch, type Held } from '#api/control-switch.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import type { Clock } from '#ports/clock.ts';
import type { ControlBoard } from '#ports/control-board.ts';
import type { ControlStore } from '#ports/control-store.ts';
import type { ApiWay } from './api-faults.ts';
import type { ObjectStore } from '#simulation/world/objects/object-store.ts';
import type { WorldWatch } from './world-watch.ts';

const NAMESPACE = 'plimsoll-system';
const KEY = `${NAMESPACE}/${CONTROL_NAME}`;

/** Who has heard nothing for longer does not know. */
const STALE_AFTER_MS = 180_000;

type Holds = Parameters<ControlStore['write']>[0];

/** The kill switch and the breaker as they are kept on a world's API server. */
export class WorldControlStore implements ControlStore {
  readonly #store: ObjectStore;
  readonly #way: ApiWay;

  constructor(store: ObjectStore, way: ApiWay) {
    this.#store = store;
    this.#way = way;
  }

  read(abort?: AbortSignal): Promise<ControlSwitch> {
    return this.#way.ask('reading the control switch', () => controlIn(this.#store), abort);
  }

  write(holds: Holds, abort?: AbortSignal): Promise<ControlSwitch> {
    return this.#way.ask('writing the control switch', () => writeControl(this.#store, holds), abort);
  }
}

/** The same, as it is watched. */
export class WorldControlBoard implements ControlBoard {
  readonly #clock: Clock;
  readonly #watch: WorldWatch;
  readonly #kept: ControlStore;
  #switch: ControlSwitch;

  constructor(
    store: ObjectStore,
    { clock, watch, kept }: { readonly clock: Clock; readonly watch: WorldWatch; readonly kept: ControlStore },
  ) {
    this.#clock = clock;
    this.#watch = watch;
    this.#kept = kept;
    this.#switch = controlIn(store);
    watch.follow((change) => {
      if (change.kind === 'ConfigMap') this.#switch = controlSwitch(change.after?.data);
    });
  }

  now(): ControlSwitch | 'unread' {
    return this.#clock.now() - this.#watch.heardAt <= STALE_AFTER_MS ? this.#switch : 'unread';
  }

  async openBreaker(hold: Held, signal: AbortSignal): Promise<void> {
    this.#switch = await this.#kept.write({ breaker: hold }, signal);
  }
}

/** What people do to it, without a way to go. */
export function writeControl(store: ObjectStore, { pause, breaker }: Holds): ControlSwitch {
  const changes = {
    ...(pause === undefined ? {} : controlChange('pause', pause)),
    ...(breaker === undefined ? {} : controlChange('breaker', breaker)),
  };
  const before = store.get('ConfigMap', KEY);
  const data = merged(before?.data ?? {}, changes);
  if (before === undefined) store.create('ConfigMap', { metadata: { namespace: NAMESPACE, name: CONTROL_NAME }, data });
  else store.put('ConfigMap', { ...before, data });
  return controlSwitch(data);
}

const controlIn = (store: ObjectStore): ControlSwitch => controlSwitch(store.get('ConfigMap', KEY)?.data);

function merged(before: StringMap, changes: Readonly<Record<string, string | null>>): StringMap {
  const entries = Object.entries({ ...before, ...changes });
  return Object.fromEntries(entries.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}
