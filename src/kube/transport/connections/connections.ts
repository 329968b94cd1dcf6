import type { Socket } from 'node:net';
import type { DispatcherMaker } from './connector.ts';
import { Lane } from './lane.ts';

export interface ConnectionsObserver {
  readonly connectionOpened?: (open: number) => void;
  readonly connectionClosed?: (open: number) => void;
}

/**
 * The connections to one server. How many there are is up to those who take them; the last one used is taken first, so
 * that what is not needed grows idle and closes.
 */
export class Connections {
  readonly #observer: ConnectionsObserver;
  readonly #idle: Lane[] = [];
  readonly #busy: Map<Lane, DispatcherMaker> = new Map();
  #make: DispatcherMaker;
  #open: number = 0;

  constructor(make: DispatcherMaker, observer: ConnectionsObserver) {
    this.#make = make;
    this.#observer = observer;
  }

  /** From now on connections are made so; those made otherwise close as soon as they are idle. */
  renew(make: DispatcherMaker): void {
    this.#make = make;
    for (const lane of this.#idle.splice(0)) void lane.dispatcher.destroy();
  }

  take(): Lane {
    const lane = this.#idle.pop() ?? this.#newLane();
    this.#busy.set(lane, this.#make);
    return lane;
  }

  /** After its exchange, however that ended. */
  give(lane: Lane): void {
    const isCurrent = this.#busy.get(lane) === this.#make;
    this.#busy.delete(lane);
    if (isCurrent) this.#idle.push(lane);
    else void lane.dispatcher.destroy();
  }

  /** Closes everything now. */
  async destroy(): Promise<void> {
    const lanes = [...this.#idle.splice(0), ...this.#busy.keys()];
    await Promise.all(
      lanes.map((lane) => {
        lane.hangUp();
        return lane.dispatcher.destroy();
      }),
    );
  }

  #newLane(): Lane {
    return new Lane(
      (carry) => this.#make({ created: carry, connected: this.#opened }),
      (lane) => this.#emptied(lane),
    );
  }

  /** A lane whose connection went away while it was idle is not worth keeping. */
  #emptied(lane: Lane): void {
    const at = this.#idle.indexOf(lane);
    if (at === -1) return;
    this.#idle.splice(at, 1);
    void lane.dispatcher.destroy();
  }

  readonly #opened = (socket: Socket): void => {
    this.#open += 1;
    this.#observer.connectionOpened?.(this.#open);
    socket.once('close', () => {
      this.#open -= 1;
      this.#observer.connectionClosed?.(this.#open);
    });
  };
}
