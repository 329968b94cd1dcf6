import type { LoadView } from '#load/load-view.ts';
import type { Subject } from '#ports/journal.ts';
import { type CollectOptions, type CollectPorts, LoadCollector } from './collect-load.ts';
import type { Controller } from './controller.ts';
import { ControllerLoop } from './controller-loop.ts';

/** Edges, options, and what decides. */
export interface HouseParts {
  readonly ports: CollectPorts;
  /** Whom Events about the collector are attached to. */
  readonly self: Subject;
  readonly collect: () => CollectOptions;
  /** The loops that act on what is seen: a policy is handed in here. */
  readonly acting?: (seen: () => LoadView) => readonly Controller[];
}

/** Loops that are put together and not running yet. */
export interface House {
  readonly collector: LoadCollector;
  readonly collecting: ControllerLoop;
  /** Until the signal. */
  run(signal: AbortSignal): Promise<void>;
}

/** The product, given its edges: the live program and the simulator both call this, and nothing else. */
export function compose({ ports, self, collect, acting = () => [] }: HouseParts): House {
  const { clock, journal } = ports;
  const collector = new LoadCollector(ports, self, collect);
  const collecting = new ControllerLoop(collector, { clock, journal });
  const others = acting(() => collector.view).map((controller) => new ControllerLoop(controller, { clock, journal }));
  return {
    collector,
    collecting,
    async run(signal) {
      await Promise.all([collecting, ...others].map((loop) => loop.run(signal)));
    },
  };
}
