import type { Injected } from './fault-board.ts';
import type { Faults } from './start-fault-proxy.ts';

/**
 * The network between clients and proxy is gone, without a word: no connection is made, no request arrives, no answer
 * goes on. Cleared, what was on its way arrives late, as it would; what was cut off at its TLS handshake stays so.
 */
export function cutOff(faults: Faults): Pick<Injected, 'clear'> {
  const injected = [
    faults.inject({ kind: 'black-hole' }),
    faults.inject({ kind: 'stall', at: 'request', bytes: 'held' }),
    faults.inject({ kind: 'stall', at: 'answer', bytes: 'held' }, { underWay: true }),
    faults.inject({ kind: 'stall', at: 0, bytes: 'held' }, { underWay: true }),
  ];
  return {
    async clear() {
      await Promise.all(injected.map((one) => one.clear()));
    },
  };
}
