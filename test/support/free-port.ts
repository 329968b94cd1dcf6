import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

const bindable = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });

/**
 * A loopback port that was free a moment ago. Taken at random from below the kernel's ephemeral range, so that neither
 * an outgoing connection nor a second control plane starting beside us is likely to take it first.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(12_000, 32_000);
    if (await bindable(port)) return port;
  }
  throw new Error('no free port on 127.0.0.1 between 12000 and 32000');
}
