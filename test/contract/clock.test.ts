import { setTimeout as wait } from 'node:timers/promises';
import { systemClock } from '#app/system-clock.ts';
import { clockContract } from '#test/contract/clock.ts';
import { VirtualClock } from '#test/support/virtual-clock.ts';

clockContract({
  name: 'the system clock',
  make: () => ({ clock: systemClock(), pass: (ms) => wait(ms) }),
});

clockContract({
  name: 'the virtual clock',
  make: () => {
    const clock = new VirtualClock();
    return { clock, pass: (ms) => clock.advance(ms) };
  },
});
