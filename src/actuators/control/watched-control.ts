import { CONTROL_NAME, type ControlSwitch, controlSwitch, type Held } from '#api/control-switch.ts';
import type { StringMap } from '#api/kubernetes/metadata.ts';
import { collectionPath } from '#kube/client/resource.ts';
import { named, type PolicyRule, rightOf } from '#kube/client/rights.ts';
import { Decoder } from '#kube/decode/decoder.ts';
import { fields, rawText, type Shape, textMap } from '#kube/decode/shapes.ts';
import type { ReflectorObserver } from '#kube/reflector/observer.ts';
import type { ReflectorOptions } from '#kube/reflector/options.ts';
import { Reflector } from '#kube/reflector/reflector.ts';
import type { Sink } from '#kube/reflector/target.ts';
import type { Transport } from '#kube/transport/transport.ts';
import type { Clock } from '#ports/clock.ts';
import type { ControlBoard } from '#ports/control-board.ts';
import type { ControlStore } from '#ports/control-store.ts';
import { configMaps, controlWriteRights } from './kube-control-store.ts';

export const watchedControlRights: readonly PolicyRule[] = [
  named(rightOf(configMaps, 'list'), CONTROL_NAME),
  named(rightOf(configMaps, 'watch'), CONTROL_NAME),
  ...controlWriteRights,
];

export interface WatchedControlParts {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly store: ControlStore;
  readonly namespace: string;
  readonly observer?: ReflectorObserver;
  readonly options?: Partial<ReflectorOptions>;
}

interface WatchedConfigMap {
  readonly metadata?: {
    readonly namespace?: string;
    readonly name?: string;
    readonly uid?: string;
    readonly resourceVersion?: string;
  };
  readonly data?: StringMap;
}

const shape: Shape<WatchedConfigMap> = fields({
  metadata: fields({ namespace: rawText, name: rawText, uid: rawText, resourceVersion: rawText }),
  data: textMap,
});

/** A watch is renewed twice in that time: who has heard nothing for longer does not know. */
const STALE_AFTER_MS = 180_000;

/** The ConfigMap of the kill switch, watched: what is thrown by hand is known within a moment. */
export class WatchedControl implements ControlBoard {
  readonly #clock: Clock;
  readonly #store: ControlStore;
  readonly #reflector: Reflector<WatchedConfigMap>;
  #switch: ControlSwitch = controlSwitch();

  constructor({ transport, clock, store, namespace, observer = {}, options }: WatchedControlParts) {
    this.#clock = clock;
    this.#store = store;
    const target = {
      kind: configMaps.plural,
      path: collectionPath(configMaps, namespace),
      query: { fieldSelector: `metadata.name=${CONTROL_NAME}` },
      decoder: new Decoder(shape),
    };
    const sink: Sink<WatchedConfigMap> = {
      applied: ({ data }) => (this.#switch = controlSwitch(data)),
      removed: () => (this.#switch = controlSwitch()),
      synced: () => undefined,
    };
    this.#reflector = new Reflector({ transport, target, sink, observer, time: clock }, options);
  }

  /** Watches until the signal. */
  run(signal: AbortSignal): Promise<void> {
    return this.#reflector.run(signal);
  }

  now(): ControlSwitch | 'unread' {
    const { synced, heardAt } = this.#reflector.status;
    const isHeard = synced && heardAt !== 'never' && this.#clock.now() - heardAt <= STALE_AFTER_MS;
    return isHeard ? this.#switch : 'unread';
  }

  async openBreaker(hold: Held, signal: AbortSignal): Promise<void> {
    this.#switch = await this.#store.write({ breaker: hold }, signal);
  }
}
